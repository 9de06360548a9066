/** docs/delivery-checklist.md names every item once, and only tests that there are. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const ITEMS = 133

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rows = [...read('docs/delivery-checklist.md').matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number, what, shown = '']) => ({ number: Number(number), what, tests: testsIn(shown), shown }),
)

/** `file` "name", "name"; `file` "name" */
function testsIn(cell: string): { file: string; name: string }[] {
  return [...cell.matchAll(/`([^`]+\.ts)`((?:,? "[^"]+")+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
  )
}

test('every item stands there once, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: ITEMS }, (_, n) => n + 1))
})

test('each is shown by a test, or says why there is none', () => {
  const silent = rows.filter(({ tests, shown }) => tests.length === 0 && !/^(Not here|Open): ./.test(shown))
  expect(silent).toEqual([])
})

test('every file that is named is named with a test', () => {
  for (const { shown, tests } of rows) {
    const files = [...shown.matchAll(/`([^`]+\.ts)`/g)].map(([, file]) => file)
    expect([...new Set(tests.map(({ file }) => file))]).toEqual(files)
  }
})

test('every named test is there', () => {
  const missing = rows.flatMap(({ number, tests }) =>
    tests
      .filter(({ file, name }) => !existsSync(join(root, file)) || !hasTest(read(file), name))
      .map(({ file, name }) => `${number}: ${file} "${name}"`),
  )
  expect(missing).toEqual([])
})

/** As the beginning of a text that is given to `test`, `test.each(…)` or the like. */
function hasTest(text: string, name: string): boolean {
  return ["'", '`', '"'].some((quote) =>
    [...text.matchAll(new RegExp(`\\((?:\\s*)${quote}`, 'g'))].some(({ index, 0: opening }) =>
      text.startsWith(name, index + opening.length),
    ),
  )
}
