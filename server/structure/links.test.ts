/** What the documentation points at is there. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, root } from './sources.ts'

const files = listFiles()
const pages = files.filter((path) => path.endsWith('.md'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('links lead to files that exist', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#|\/)([^)\s#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(root, dirname(page), decodeURI(target))))
      .map((target) => `${page}: ${target}`),
  )
  expect(dead).toEqual([])
})

test('files that the architecture names by their folder exist', () => {
  const named = ['docs/architecture.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\/[\w.-]+\.tsx?)`/g)].map(([, path = '']) => path),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([])
})
