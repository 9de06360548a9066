/** Query keys name every parameter: otherwise a page shows data of another workspace, app or filter. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const QUERY =
  /(\w+): \(([^)]*)\)[^=\n]*=>\s*(?:\w*[qQ]ueryOptions)\(\{\s*queryKey: (\[[\s\S]*?\]),\n([\s\S]*?)\n {4}\}\)/g

const found = globSync('**/*queries.ts', { cwd: import.meta.dirname }).flatMap((path) => {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  return [...text.matchAll(QUERY)].map(([, name, parameters = '', key = '', body = '']) => {
    const given = parameters
      .replace(/Parameters<[^>]*>(\[\d\])?/g, '')
      .replace(/:\s*(?:[A-Z]\w*|string|number|boolean|'[^']*'|\||undefined|\s)+/g, '')
    const used = [...new Set(given.match(/\b[a-zA-Z_]\w*/g) ?? [])].filter((one) =>
      new RegExp(`\\b${one}\\b`).test(body),
    )
    return {
      query: `${path} ${name}`,
      used,
      missing: used.filter((one) => !new RegExp(`\\b${one}\\b`).test(key)),
    }
  })
})

test('every parameter that a query reads by is in its key', () => {
  expect(found.filter(({ used }) => used.length > 0).length).toBeGreaterThan(60)
  expect(found.filter(({ missing }) => missing.length > 0)).toEqual([])
})
