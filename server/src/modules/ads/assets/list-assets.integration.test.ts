import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillTables } from '../../../../test/fill-tables.ts'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { makeId } from '../../../platform/ids.ts'
import { makeAdCampaign } from '../test/ad-campaign.ts'

// Limits are on: this operation has none.
const app = useApp()
let owner: Person
let shop: { id: string }

beforeAll(async () => {
  owner = await app.make.person('owner', await app.make.workspace({ rate_limits: { 'assets.list': 1 } }))
  shop = await app.make.app(owner)
})

async function list(
  query = '',
  { id = shop.id, token = owner.token }: { id?: string; token?: string | null } = {},
) {
  const answer = await fetch(`${app.baseUrl}/api/apps/${id}/ads-platform/assets${query}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** A session of texts, as if it had been made. */
async function makeSession(
  of: { id: string },
  { state = 'done', count = 2, ageSeconds = 0 }: { state?: string; count?: number; ageSeconds?: number } = {},
) {
  const made = new Date(app.clock.now().getTime() - ageSeconds * 1000)
  const over = new Date(made.getTime() + 86_400_000)
  const id = makeId('ags', made)
  await app.sql`insert into ad_asset_sessions (id, app_id, workspace_id, state, input, created_by, created_date, expires_at)
            values (${id}, ${of.id}, ${owner.workspace_id}, ${state}, '{}', ${owner.id}, ${made}, ${over})`
  await fillTables(app.databaseUrl, (db) =>
    sql`insert into ad_assets (id, app_id, session_id, position, field_type, text, expires_at, created_date)
            select ${id} || '_' || n, ${of.id}, ${id}, n, 'HEADLINE', 'Text ' || n, ${over},
                   ${made}::timestamptz + n * interval '1 ms'
              from generate_series(1, ${count}::integer) n`.execute(db),
  )
  return id
}

describe('without a campaign', () => {
  test('an unknown, a foreign and an unreachable app are forbidden, never missing', async () => {
    const stranger = await app.make.person('owner')
    const foreign = await app.make.app(stranger)
    const limited = await app.make.token(owner, { app_ids: [foreign.id] })
    const calls = [
      list('', { id: 'unknown' }),
      list('', { id: foreign.id }),
      list('', { token: limited }),
      list('?session_id=x', { id: 'unknown' }),
    ]
    for (const call of calls) {
      const { status, body } = await call
      expect([status, body.code]).toEqual([403, 'no_app_access'])
    }
  })

  test('those who can only view the app are refused', async () => {
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    const { status, body } = await list('', { token: viewer.token })
    expect([status, body.code]).toEqual([403, 'editor_required'])
  })

  test('a read-only token is enough', async () => {
    const token = await app.make.token(owner, { permission: 'read_only' })
    expect((await list('', { token })).status).toBe(200)
  })

  test.each([
    [`app id of 2,000 letters`, '', 'x'.repeat(2_000)],
    ['NUL in the app id', '', 'a%00b'],
    ['blank app id', '', '%20'],
    ['slash in the app id', '', 'a%2Fb'],
    ['lone surrogate in the app id', '', '%ED%A0%80'],
  ])('%s is 403', async (_what, query, id) => {
    // Bytes that are no text never reach an operation.
    const { status } = await list(query, { id })
    expect(status).toBe(id === '%ED%A0%80' ? 400 : 403)
  })

  test.each([
    ['?session_id='],
    ['?session_id'],
    ['?session_id=unknown'],
    [`?session_id=${'x'.repeat(5_000)}`],
    ['?session_id=%00'],
    ['?session_id=%ED%A0%80'],
    ['?session_id=a&session_id=b'],
    ["?session_id=' or 1=1 --"],
  ])('%s reads as a session without rows', async (query) => {
    const { status, body } = await list(query)
    expect([status, body]).toEqual([200, { session: [] }])
  })

  test('other parameters are passed over', async () => {
    const { status, body } = await list('?limit=abc&session_id[]=x&workspaceId=%00&cursor=x&offset=-1')
    expect([status, Object.keys(body)]).toEqual([200, ['library']])
  })

  test('however often it is called, nobody is asked to wait', async () => {
    for (let times = 0; times < 5; times++) {
      const { status, headers } = await list()
      expect([status, headers.get('ratelimit')]).toEqual([200, null])
    }
  })

  test('without a credential, and with a workspace’s', async () => {
    expect((await list('', { token: null })).status).toBe(401)
    const key = await app.make.credential({ kind: 'workspace_key', workspace_id: owner.workspace_id })
    expect((await list('', { token: key.secret })).status).toBe(403)
  })
})

describe('a session', () => {
  test('shows what was made in its order, and no library', async () => {
    const id = await makeSession(shop)
    const { body } = await list(`?session_id=${id}`)
    expect(body).toEqual({
      session: [1, 2].map((n) => ({
        id: `${id}_${n}`,
        asset_type: 'TEXT',
        field_type: 'HEADLINE',
        text: `Text ${n}`,
        url: null,
        width: null,
        height: null,
        created_date: expect.stringMatching(/Z$/),
      })),
    })
  })

  test('has no rows while it runs, nor when it made nothing; it has those of one that broke off', async () => {
    const sessionOf = async (options: Parameters<typeof makeSession>[1]) =>
      (await list(`?session_id=${await makeSession(shop, options)}`)).body.session
    expect(await sessionOf({ state: 'running' })).toEqual([])
    expect(await sessionOf({ state: 'failed', count: 0 })).toEqual([])
    expect(await sessionOf({ state: 'failed', count: 3 })).toHaveLength(3)
  })

  test('can be asked for by the SDK, also by an empty name', async () => {
    const { assets } = app.as(owner)
    expect(await assets.list({ app_id: shop.id }, { session_id: '' })).toEqual({ session: [] })
    const session_id = await makeSession(shop)
    expect((await assets.list({ app_id: shop.id }, { session_id })).session).toHaveLength(2)
  })

  test('is over after a day', async () => {
    const rows = async (ageSeconds: number) =>
      (await list(`?session_id=${await makeSession(shop, { ageSeconds })}`)).body.session.length
    expect(await rows(86_400 - 60)).toBe(2)
    expect(await rows(86_400 + 1)).toBe(0)
  })

  test('of another app is none of this one’s', async () => {
    const other = await app.make.app(owner)
    expect((await list(`?session_id=${await makeSession(other)}`)).body).toEqual({ session: [] })
  })
})

describe('the library', () => {
  test('has what was made for this app, newest first, with what became of it', async () => {
    const own = await app.make.app(owner)
    await makeSession(await app.make.app(owner))
    const old = await makeSession(own, { ageSeconds: 86_400 + 60, count: 1 })
    const young = await makeSession(own, { count: 2, ageSeconds: 60 })
    const running = await makeSession(own, { state: 'running', count: 1 })
    const { body } = await list('', { id: own.id })
    expect(Object.keys(body)).toEqual(['library'])
    expect(body.library.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [`${running}_1`, 'GENERATED'],
      [`${young}_2`, 'GENERATED'],
      [`${young}_1`, 'GENERATED'],
      [`${old}_1`, 'DISCARDED'],
    ])
    expect(body.library[3]).toEqual({
      id: `${old}_1`,
      session_id: old,
      asset_type: 'TEXT',
      field_type: 'HEADLINE',
      text: 'Text 1',
      url: null,
      width: null,
      height: null,
      created_date: expect.any(String),
      status: 'DISCARDED',
      accepted_campaign_id: null,
      accepted_resource_names: [],
    })
  })

  test('shows the 5,000 most recent and says nothing about the others', async () => {
    const own = await app.make.app(owner)
    const id = await makeSession(own, { count: 5_003 })
    const { status, headers, body } = await list('', { id: own.id })
    expect([status, body.library.length, Object.keys(body)]).toEqual([200, 5_000, ['library']])
    expect(body.library[0].id).toBe(`${id}_5003`)
    expect(body.library.at(-1).id).toBe(`${id}_4`)
    expect(headers.get('x-truncated')).toBeNull()
  })

  test('is read by the index of its order, without sorting', async () => {
    const { rows } = await app.atrium.db.transaction().execute(async (tx) => {
      // With so few rows in the table anything is as good.
      await sql`set local enable_bitmapscan = off`.execute(tx)
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<Record<string, string>>`
        explain (costs off) select id from ad_assets where app_id = 'x' order by created_date desc, id desc limit 5000
      `.execute(tx)
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('ad_assets_of_app')
    expect(plan).not.toContain('Sort')
  })
})

describe('with a campaign', () => {
  test('an unknown app, an unknown campaign and one of another app are missing', async () => {
    const codeOf = async (query: string, id?: string) => {
      const { status, body } = await list(query, id === undefined ? {} : { id })
      return [status, body.code]
    }
    const other = await app.make.app(owner)
    const foreign = await makeAdCampaign(app, other)
    expect(await codeOf('?campaign_id=x', 'unknown')).toEqual([404, 'app_not_found'])
    for (const campaign of ['x', '', '%00', 'x'.repeat(3_000), foreign.id])
      expect(await codeOf(`?campaign_id=${campaign}`)).toEqual([404, 'campaign_not_found'])
    expect(await codeOf('?campaign_id=x&session_id=')).toEqual([404, 'campaign_not_found'])
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    const { body } = await list('?campaign_id=x', { token: viewer.token })
    expect(body.code).toBe('editor_required')
  })

  test('what it has is read from the platform, next to the library or a session', {
    tags: 'slow',
  }, async () => {
    const own = await app.make.app(owner)
    const assets = [{ field_type: 'HEADLINE' as const, value: 'Fresh bread' }]
    const { id, customer_id } = await makeAdCampaign(app, own, { assets })
    const session = await makeSession(own)
    const { body } = await list(`?campaign_id=${id}`, { id: own.id })
    expect(Object.keys(body).toSorted()).toEqual(['durable', 'library'])
    expect(body.library).toHaveLength(2)
    expect(body.durable).toContainEqual({
      resource_name: expect.stringMatching(new RegExp(`^customers/${customer_id}/assets/\\d+$`)),
      asset_id: expect.stringMatching(/^\d+$/),
      asset_type: 'TEXT',
      field_type: 'HEADLINE',
      text: 'Fresh bread',
      url: null,
      status: 'ENABLED',
      primary_status: expect.any(String),
      review_status: expect.any(String),
      source: 'ADVERTISER',
    })
    const both = await list(`?campaign_id=${id}&session_id=${session}`, { id: own.id })
    expect(Object.keys(both.body).toSorted()).toEqual(['durable', 'session'])
    expect(both.body.session).toHaveLength(2)
  })

  test('a platform that is not there is a 503, and only then', async () => {
    const own = await app.make.app(owner)
    const { id } = await makeAdCampaign(app, own, { name: 'Autumn [assets-unavailable]' })
    const { status, body, headers } = await list(`?campaign_id=${id}`, { id: own.id })
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'ad_platform_unavailable', '30'])
    expect((await list('', { id: own.id })).status).toBe(200)

    const elsewhere = await app.make.app(owner)
    const other = await makeAdCampaign(app, elsewhere)
    await app.sql`update ad_accounts set platform = 'google' where app_id = ${elsewhere.id}`
    expect((await list(`?campaign_id=${other.id}`, { id: elsewhere.id })).status).toBe(503)
  })
})
