import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { affectedTests, isSlow } from './affected-tests.ts'
import { SLOW_PARTS } from './slow-parts.ts'
import { listFiles, readSources } from './sources.ts'

const sources = readSources()
const affected = (...changed: string[]) =>
  affectedTests(changed, sources).filter((path) => !path.startsWith('server/structure/'))
const all = sources.filter(({ path }) => /\.(test|e2e|smoke)\.tsx?$/.test(path)).map(({ path }) => path)

test('a use case affects the tests of its module, the slow part that names it, and no other', () => {
  const paths = affected('server/src/modules/webhooks/record-event.ts')
  expect(paths).toContain('server/src/modules/webhooks/delivery/lane-store.integration.test.ts')
  expect(paths).toContain('server/processes/webhook-history.test.ts')
  expect(paths).toContain('console/e2e/webhooks.smoke.ts')
  expect(paths).not.toContain('server/src/modules/folders/folders.integration.test.ts')
  expect(paths).not.toContain('server/processes/coding-kill.test.ts')
})

test('a module that no slow part names affects no slow test', () => {
  const paths = affected('server/src/modules/folders/rules.ts')
  expect(paths).toContain('server/src/modules/folders/rules.test.ts')
  expect(paths.filter(isSlow)).toEqual([])
})

test('a file of the contract affects the tests of those that handle its operations', () => {
  const paths = affected('contract/src/records.ts').filter((path) => !isSlow(path))
  expect(paths.some((path) => path.startsWith('server/src/modules/entities/'))).toBe(true)
  expect(paths.some((path) => path.startsWith('server/src/modules/folders/'))).toBe(false)
})

test('a file that others import affects the tests that reach it', () => {
  expect(affected('server/src/platform/paging.ts')).toEqual(
    expect.arrayContaining(['server/src/platform/paging.test.ts']),
  )
  expect(affected('server/test/make.ts').length).toBeGreaterThan(all.length / 3)
})

test('a test affects itself, slow or not, and a document only the structure tests', () => {
  expect(affected('server/src/platform/paging.test.ts')).toEqual(['server/src/platform/paging.test.ts'])
  expect(affected('server/processes/site-kill.test.ts')).toEqual(['server/processes/site-kill.test.ts'])
  expect(affected('docs/members.md')).toEqual([])
  expect(affectedTests(['docs/members.md'], sources).length).toBeGreaterThan(0)
})

test.each(['package-lock.json', 'server/migrations/0001_tenancy.sql', '.ci/run', 'scripts.unheard-of'])(
  '%s affects all tests',
  (path) => {
    expect(affectedTests([path], sources)).toEqual(all)
  },
)

test.each(['server/src/app.ts', 'server/src/platform/database/transaction.ts'])(
  '%s affects nearly all quick tests and the kills of every engine',
  (path) => {
    const paths = affected(path)
    expect(paths.filter((found) => !isSlow(found)).length).toBeGreaterThan(all.length / 3)
    for (const engine of ['coding-kill', 'webhook-history', 'workflow-history', 'backup'])
      expect(paths).toContain(`server/processes/${engine}.test.ts`)
  },
)

test('every slow test belongs to a slow part', () => {
  const belongs = (path: string) => SLOW_PARTS.some((part) => part.tests.test(path))
  expect(all.filter((path) => isSlow(path) && !belongs(path))).toEqual([])
})

test.each(SLOW_PARTS)('$name: there are such tests, and what asks for them', ({ changes, tests }) => {
  expect(all.some((path) => isSlow(path) && tests.test(path))).toBe(true)
  const files = listFiles()
  expect(
    changes.filter((start) => !existsSync(start) && !files.some((path) => path.startsWith(start))),
  ).toEqual([])
})
