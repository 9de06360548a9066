import type { operations } from '@atrium/contract'
import { pages, type RequestParts } from '@atrium/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { Person } from '../../../test/make.ts'

type Body = NonNullable<RequestParts<typeof operations.members.list>['body']>

let app: TestApp
let owner: Person
let viewer: Person

beforeAll(async () => {
  app = await createTestApp({ rate_limits: 'off' })
  owner = await app.make.person('owner', undefined, { email: 'zoe@example.com' })
  viewer = await app.make.person('viewer', { id: owner.workspace_id }, { email: 'vic@example.com' })
  for (let i = 0; i < 5; i++) await join(`m${i}@example.com`)
})
afterAll(() => app.stop())

async function join(email: string): Promise<void> {
  await app.make.membership(owner.workspace_id, { ...(await app.make.user()), email }, 'editor')
}

const list = (body: Body = {}, who: Person = owner) => app.as(who).members.list(body)
const namesOf = ({ members }: { members: { email: string }[] }) =>
  members.map(({ email }) => email.split('@')[0])
const names = async (body: Body = {}, who: Person = owner) => namesOf(await list(body, who))
async function walk(body: Body) {
  const seen = []
  for await (const page of pages(app.as(owner).members.list, body)) seen.push(...namesOf(page))
  return seen
}

describe('rule 4: paging', () => {
  const ALL = ['zoe', 'm0', 'm1', 'm2', 'm3', 'm4', 'vic']

  test('visits each once, whatever the size of the page', async () => {
    for (const page_size of [1, 2, 3, 7, 100]) expect(await walk({ page_size })).toEqual(ALL)
    const first = await list({ page_size: 3 })
    expect(first).toMatchObject({ has_more: true, total: 7, next_cursor: expect.any(String) })
    expect(first.next_cursor?.length).toBeLessThanOrEqual(256)
    expect(await list({ page_size: 7 })).toMatchObject({ has_more: false, total: 7, next_cursor: null })
  })

  test('a page may be larger than the one before, and the body written in another order', async () => {
    const body: Body = { search: '@', roles: ['owner', 'editor'], apps_owned: { gte: 0, lte: 9 } }
    const { next_cursor } = await list({ ...body, page_size: 2 })
    const again: Body = { apps_owned: { lte: 9, gte: 0 }, roles: ['owner', 'editor'], search: '@' }
    const unknown = { not_of_this_api: true }
    const rest = await list({ ...unknown, ...again, cursor: next_cursor ?? '', page_size: 50 })
    expect(namesOf(rest)).toEqual(['m1', 'm2', 'm3', 'm4'])
  })

  test('a cursor that is not ours for this body starts from the first page', async () => {
    const cursor = (await list({ page_size: 2 })).next_cursor ?? ''
    const [offset = '', mark = ''] = cursor.split('.')
    for (const wrong of ['', 'x', '2', '2.', `3.${mark}`, `${offset}.${mark.slice(1)}`, '%', 'x'.repeat(256)])
      expect(await names({ cursor: wrong })).toEqual(ALL)
    expect(await names({ cursor, roles: ['editor'] })).toEqual(ALL.slice(1, 6))
    expect(await names({ cursor, sort_by: 'role', sort_dir: 'asc' })).toEqual(ALL)
    expect(await names({ cursor }, viewer)).toEqual(ALL)
    expect(await names({ cursor })).toEqual(ALL.slice(2))
  })

  test('an old one of ours goes on from its position', async () => {
    const cursor = (await list({ page_size: 2 })).next_cursor ?? ''
    await join('m00@example.com')
    expect(await names({ cursor })).toEqual(ALL.slice(1)) // m0 is met again: positions shifted
  })
})
