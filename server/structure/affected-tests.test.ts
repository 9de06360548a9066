import { expect, test } from 'vitest'
import { affectedTests } from './affected-tests.ts'
import { readSources } from './sources.ts'

const sources = readSources()
const affected = (...changed: string[]) =>
  affectedTests(changed, sources).filter((path) => !path.startsWith('server/structure/'))
const all = sources.filter(({ path }) => /\.(test|e2e)\.ts$/.test(path)).map(({ path }) => path)

test('a use case affects the tests of its module, in every tier, and no other', () => {
  const paths = affected('server/src/modules/webhooks/record-event.ts')
  expect(paths).toContain('server/src/modules/webhooks/delivery/lane-store.integration.test.ts')
  expect(paths).toContain('server/processes/webhook-history.test.ts')
  expect(paths).toContain('console/e2e/webhooks.e2e.ts')
  expect(paths).not.toContain('server/src/modules/folders/folders.integration.test.ts')
})

test('a file of the contract affects the tests of those that handle its operations', () => {
  const paths = affected('contract/src/records.ts')
  expect(paths.some((path) => path.startsWith('server/src/modules/entities/'))).toBe(true)
  expect(paths.some((path) => path.startsWith('server/src/modules/folders/'))).toBe(false)
})

test('a file that others import affects the tests that reach it', () => {
  expect(affected('server/src/platform/paging.ts')).toEqual(
    expect.arrayContaining(['server/src/platform/paging.test.ts']),
  )
  expect(affected('server/test/make.ts').length).toBeGreaterThan(all.length / 3)
})

test('a test affects itself, and a document none but those of the structure', () => {
  expect(affected('server/src/platform/paging.test.ts')).toEqual(['server/src/platform/paging.test.ts'])
  expect(affected('docs/members.md')).toEqual([])
  expect(affectedTests(['docs/members.md'], sources).length).toBeGreaterThan(0)
})

test.each(['package-lock.json', 'server/migrations/0001_tenancy.sql', 'server/src/app.ts'])(
  '%s affects nearly everything',
  (path) => {
    expect(affected(path).length).toBeGreaterThan(all.length / 3)
  },
)
