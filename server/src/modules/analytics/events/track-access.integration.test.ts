/** Who may send events from where, how many, and what happens when the database cannot keep up. */
import type { TrackedEvent } from '@atrium/contract/analytics'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { isAllowedOrigin } from './allowed-origin.ts'
import { createEventBuffer } from './event-buffer.ts'
import { readEvents } from './read-events.ts'

const app = useApp({ base_url: 'https://atrium.example.org' })
const { owner } = useTeam(app)

const NOWHERE = { published_url: null, allowed_origins: [], allow_localhost: false }

async function published(url: string | null): Promise<string> {
  const { id } = await app.make.app(owner, { public_settings: 'public_with_login' })
  await app.as(owner).apps.update({ app_id: id }, { published_url: url })
  return id
}

async function sent(
  appId: string,
  headers: Record<string, string>,
  events: TrackedEvent[] = [{ event_name: 'x' }],
) {
  const response = await fetch(`${app.baseUrl}/api/apps/${appId}/analytics/track/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ events }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('the origin', () => {
  test.each([
    [undefined, true],
    ['https://shop.example.com', true],
    ['http://shop.example.com', true],
    ['https://www.shop.example.com', true],
    ['https://atrium.example.org', true],
    ['https://shop.example.com:8443', false],
    ['https://evil.example.com', false],
    ['https://shop.example.com.evil.test', false],
    ['https://evil.test/https://shop.example.com', false],
    ['null', false],
    ['', false],
  ])('%s of the published app: %s', (origin, isAllowed) => {
    const ours = { ...NOWHERE, published_url: 'https://shop.example.com/start' }
    expect(isAllowedOrigin(origin, ours, 'https://atrium.example.org')).toBe(isAllowed)
    expect(isAllowedOrigin(origin, NOWHERE, 'https://atrium.example.org')).toBe(true)
  })

  test('of a list counts too, and an app with a list takes no others', () => {
    const listed = { ...NOWHERE, allowed_origins: ['https://other.example.com', 'http://localhost:5173'] }
    expect(isAllowedOrigin('https://other.example.com', listed, '')).toBe(true)
    expect(isAllowedOrigin('http://other.example.com', listed, '')).toBe(false)
    expect(isAllowedOrigin('https://evil.test', listed, '')).toBe(false)
    expect(isAllowedOrigin('http://localhost:5173', listed, '')).toBe(false)
    expect(isAllowedOrigin('http://localhost:5173', { ...listed, allow_localhost: true }, '')).toBe(true)
  })

  test('of an app that is published with www is also the one without', () => {
    const ours = { ...NOWHERE, published_url: 'https://www.shop.example.com' }
    expect(isAllowedOrigin('https://shop.example.com', ours, '')).toBe(true)
    expect(isAllowedOrigin('https://example.com', ours, '')).toBe(false)
  })

  test('of another page is refused to visitors and app users, not to those who hold a token', async () => {
    const shop = await published('https://shop.example.com')
    const user = await app.make.appUser({ id: shop })
    const elsewhere = { origin: 'https://evil.test' }
    const refused = { status: 403, body: { code: 'origin_not_allowed' } }
    expect(await sent(shop, elsewhere)).toMatchObject(refused)
    expect(await sent(shop, { ...elsewhere, authorization: `Bearer ${user.token}` })).toMatchObject(refused)
    expect((await sent(shop, { ...elsewhere, authorization: `Bearer ${owner.token}` })).status).toBe(200)
    expect((await sent(shop, { origin: 'https://shop.example.com' })).status).toBe(200)
    expect((await sent(shop, {})).status).toBe(200)
    expect((await sent(await published(null), elsewhere)).status).toBe(200)
  })

  test('must be of the app itself where the app is not public', async () => {
    for (const public_settings of ['private_with_login', 'workspace_with_login']) {
      const { id } = await app.make.app(owner, { public_settings })
      const refused = { status: 401, body: { code: 'missing_credentials' } }
      const own = { origin: 'https://shop.example.com' }
      for (const headers of [{}, own, { origin: app.baseUrl }])
        expect(await sent(id, headers)).toMatchObject(refused)
      await app.as(owner).apps.update({ app_id: id }, { published_url: 'https://shop.example.com' })
      for (const headers of [{}, { origin: app.baseUrl }])
        expect(await sent(id, headers)).toMatchObject(refused)
      expect((await sent(id, own)).status).toBe(200)
      expect((await sent(id, { authorization: `Bearer ${owner.token}` })).status).toBe(200)
      const other = { origin: 'https://other.example.com' }
      expect(await sent(id, other)).toMatchObject(refused)
      await app.as(owner).sign_in_settings.update({ app_id: id }, { allowed_origins: [other.origin] })
      expect((await sent(id, other)).status).toBe(200)
    }
  })

  test('is let through by CORS, as is what browsers ask before', async () => {
    const shop = await published('https://shop.example.com')
    const origin = 'https://shop.example.com'
    const asked = await fetch(`${app.baseUrl}/api/apps/${shop}/analytics/track/batch`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      },
    })
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(asked.headers.get('access-control-allow-headers')).toContain('content-type')
    const answer = await sent(shop, { origin })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
  })
})

test('visitors send at most 600 requests a minute, those of one address together', async () => {
  const own = await startApp({
    database_url: app.databaseUrl,
    rate_limits: new Map([['events.track', 3]]),
  })
  const app_id = await published(null)
  const track = () => own.anonymous.events.track({ app_id }, { events: [{ event_name: 'x' }] })
  for (let turn = 0; turn < 3; turn++) await track()
  await expect(track()).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await own.as(owner).events.track({ app_id }, { events: [{ event_name: 'x' }] })).toMatchObject({
    accepted: 1,
  })
})

describe('while the database is held up', () => {
  /** Nobody can write events until the work is done. */
  async function heldUp<T>(work: () => Promise<T>): Promise<T> {
    return app.atrium.db.transaction().execute(async (tx) => {
      await sql`lock table analytics_event_ids in access exclusive mode`.execute(tx)
      return work()
    })
  }
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, n) => ({ event_name: 'x', event_id: `${prefix}-${n}` }))

  test('events wait up to a bound; what is beyond is refused with Retry-After, and nothing is lost', async () => {
    const { id: app_id } = await app.make.app(owner)
    const as = app.as(owner)
    const track = (prefix: string) => as.events.track({ app_id }, { events: many(500, prefix) })
    const waiting: Promise<unknown>[] = []
    const refused = await heldUp(async () => {
      for (let turn = 0; turn < 40; turn++) waiting.push(track(`t${turn}`))
      await untilWaiting(20_000)
      return track('one too many').catch((error) => error)
    })
    expect(refused).toMatchObject({ status: 429, code: 'events_backlogged', retry_after: 1 })
    expect(await Promise.all(waiting)).toEqual(
      waiting.map(() => ({ accepted: 500, duplicates: 0, rejected: [] })),
    )
    expect((await as.events.names({ app_id })).items).toMatchObject([{ event_name: 'x', count: 20_000 }])
    expect(await track('after')).toMatchObject({ accepted: 500 })
  })

  test('an event that the database cannot take is not the ruin of the others', async () => {
    const { id: app_id } = await app.make.app(owner)
    const { db } = app.atrium
    const buffer = createEventBuffer({ db, clock: app.clock, onFlush() {} })
    const add = (event_name: string) => {
      const events = [{ event_name, event_id: `id ${event_name}` }]
      const { batch } = readEvents(
        events,
        { app_id, user_id: '', mayName: false },
        app.clock.now().getTime(),
        false,
      )
      return buffer.add(batch, []).catch((error) => error.constraint)
    }
    await sql`alter table analytics_event_batches add constraint poison check (names <> 'poison')`.execute(db)
    try {
      const outcomes: Promise<unknown>[] = []
      await heldUp(async () => {
        outcomes.push(...['first', 'a', 'poison', 'b'].map(add))
      })
      expect(await Promise.all(outcomes)).toEqual([0, 0, 'poison', 0])
    } finally {
      await sql`alter table analytics_event_batches drop constraint poison`.execute(db)
    }
    expect((await app.as(owner).events.names({ app_id })).items.map(({ event_name }) => event_name)).toEqual([
      'a',
      'b',
      'first',
    ])
  })
})

test('two nodes take an event id once between them', async () => {
  const other = await startApp({ database_url: app.databaseUrl })
  const { id: app_id } = await app.make.app(owner)
  const nodes = [app.as(owner), other.as(owner)] as const
  const timestamp = new Date(app.clock.now().getTime() - 41 * 86_400_000).toISOString()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => {
      const events = Array.from({ length: 50 }, (_, n) => ({
        event_name: 'x',
        event_id: `${(n * 7 + turn) % 60}`,
        user_id: `u${(n * 13 + turn * 5) % 40}`,
        timestamp,
      }))
      return nodes[turn % 2]?.events.track({ app_id }, { events })
    }),
  )
  expect(answers.reduce((sum, one) => sum + (one?.accepted ?? 0), 0)).toBe(60)
  const { items } = await nodes[0].events.names({ app_id }, { days: 60 })
  expect(items).toMatchObject([{ event_name: 'x', count: 60 }])
})

/** As the node itself tells it. */
async function untilWaiting(events: number): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text()
    if (metrics.includes(`atrium_analytics_waiting ${events}\n`)) return
  }
}
