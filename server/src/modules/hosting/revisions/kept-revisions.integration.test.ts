/** Which revisions of a site go when there are too many: of this site, of this kind, the oldest. */
import { beforeEach, expect, test } from 'vitest'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { revisionStore, siteStore } from '../site-store.ts'

const app = useSharedApp()
const { owner } = useTeam(app)
let shop: string
let other: string

beforeEach(async () => {
  shop = await siteWith([1, 2, 3, 4, 5, 6, 7], [2, 4, 6])
  other = await siteWith([1, 2, 3, 4, 5], [1, 4])
})

test('those beyond the newest ones go, previews and the other sites stay', async () => {
  await deleteOld({ kept: 2, isPreview: false, activeId: null })
  expect(await numbersOf(shop)).toEqual([2, 4, 5, 6, 7])
  expect(await numbersOf(other)).toEqual([1, 2, 3, 4, 5])
})

test('previews go apart from the others', async () => {
  await deleteOld({ kept: 1, isPreview: true, activeId: null })
  expect(await numbersOf(shop)).toEqual([1, 3, 5, 6, 7])
  expect(await numbersOf(other)).toEqual([1, 2, 3, 4, 5])
})

test('the one that visitors get stays, however old it is', async () => {
  await deleteOld({ kept: 1, isPreview: false, activeId: `${shop}_3` })
  expect(await numbersOf(shop)).toEqual([2, 3, 4, 6, 7])
})

test('as many as are kept are not too many', async () => {
  await deleteOld({ kept: 4, isPreview: false, activeId: null })
  await deleteOld({ kept: 3, isPreview: true, activeId: null })
  expect(await numbersOf(shop)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('previews are neither counted nor listed', async () => {
  const store = revisionStore(app.atrium.db)
  expect(await store.count(shop)).toBe(4)
  expect((await store.list(shop, undefined, 10)).map(({ number }) => number)).toEqual([7, 5, 3, 1])
  expect((await store.list(shop, 5, 10)).map(({ number }) => number)).toEqual([3, 1])
})

test('a preview that is published counts among the others, and no other one does', async () => {
  const store = revisionStore(app.atrium.db)
  await store.publish(`${shop}_4`)
  expect((await store.list(shop, undefined, 10)).map(({ number }) => number)).toEqual([7, 5, 4, 3, 1])
  expect(await store.count(other)).toBe(3)
})

type Outdated = Parameters<ReturnType<typeof revisionStore>['deleteOld']>[1]
const deleteOld = (outdated: Outdated) => revisionStore(app.atrium.db).deleteOld(shop, outdated)

async function siteWith(numbers: number[], previews: number[]): Promise<string> {
  const { db } = app.atrium
  const { id: app_id } = await app.make.app(owner)
  const now = app.clock.now()
  await siteStore(db).ensure(app_id, [app_id.replace('_', '-')], now)
  for (const number of numbers)
    await revisionStore(db).insert({
      ...{ id: `${app_id}_${number}`, app_id, number, preview_key: 'key', content_hash: 'hash', bytes: 1 },
      ...{ file_count: 1, message: null, created_by: null, created_date: now },
      is_preview: previews.includes(number),
    })
  return app_id
}

async function numbersOf(app_id: string): Promise<number[]> {
  const rows = await app.sql<{ number: number }>`
    select number from site_revisions where app_id = ${app_id} order by number`
  return rows.map(({ number }) => number)
}
