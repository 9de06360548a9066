import { HEARTBEAT_EVENT, type TrackedEvent } from '@atrium/contract/analytics'
import { beforeEach, describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { createShop } from '../../integrations/test/shop.ts'

const scene = useStarted(createShop)

/** A new app for each test, so that nothing is left of the others. */
let app_id: string
beforeEach(async () => {
  app_id = (await scene.app.make.app(scene.owner, { public_settings: 'public_with_login' })).id
})

const owner = () => scene.app.as(scene.owner)
const track = (client: ReturnType<typeof owner>, ...events: TrackedEvent[]) =>
  client.events.track({ app_id }, { events })
const stored = async () => (await owner().events.query({ app_id }, { limit: 100 })).items
const users = () => owner().stats.users({ app_id })
const ago = (days: number) => new Date(scene.app.clock.now().getTime() - days * 86_400_000).toISOString()

/** As long as numbers get. */
const numbers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, -Number.MAX_VALUE]))

describe('events.track refuses', () => {
  test('an app that is not there, is deleted or belongs to others', async () => {
    const { app, stranger, shopper } = scene
    const missing = { status: 404, code: 'app_not_found' }
    await expect(
      app.anonymous.events.track({ app_id: 'app_none' }, { events: [{ event_name: 'x' }] }),
    ).rejects.toMatchObject(missing)
    await expect(track(app.as(stranger), { event_name: 'x' })).rejects.toMatchObject(missing)
    await expect(track(app.as(shopper.token), { event_name: 'x' })).rejects.toMatchObject(missing)
    await track(app.anonymous, { event_name: 'x' })
    await owner().apps.delete({ app_id })
    await expect(track(app.anonymous, { event_name: 'x' })).rejects.toMatchObject(missing)
  })

  test('a body that does not fit first, also for an app that is not there', async () => {
    const send = async (body: string) => {
      const response = await fetch(`${scene.app.baseUrl}/api/apps/app_none/analytics/track/batch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return [response.status, (await response.json()).detail]
    }
    expect(await send('')).toMatchObject([422, [{ loc: ['body'], type: 'missing' }]])
    expect(await send('{"events":')).toMatchObject([422, [{ type: 'json_invalid' }]])
    expect(await send('{"events":[{}]}')).toMatchObject([422, [{ loc: ['body', 'events', 0, 'event_name'] }]])
    expect(await send('{"events":[{"event_name":"x"}]}')).toMatchObject([404, expect.any(String)])
  })

  test('a token that may only read', async () => {
    const token = await scene.app.make.token(scene.owner, { permission: 'read_only' })
    await expect(track(scene.app.as(token), { event_name: 'x' })).rejects.toMatchObject({
      status: 403,
      code: 'read_only_credential_route_not_allowed',
    })
  })

  test('none, more than 500, and values of another type, each by its place', async () => {
    const places = async (events: unknown) =>
      (await track(owner(), ...(events as TrackedEvent[])).catch((error) => error)).detail.map(
        (row: { loc: unknown; type: string }) => [row.loc, row.type],
      )
    expect(await places([])).toEqual([[['body', 'events'], 'too_short']])
    expect(await places(Array.from({ length: 501 }, () => ({ event_name: 'x' })))).toEqual([
      [['body', 'events'], 'too_long'],
    ])
    expect(await places([{ event_name: 'x' }, { event_name: 5 }])).toEqual([
      [['body', 'events', 1, 'event_name'], 'string_type'],
    ])
    expect(await places([{ properties: [] }])).toMatchObject([
      [['body', 'events', 0, 'event_name'], 'missing'],
      [['body', 'events', 0, 'properties'], expect.any(String)],
    ])
    expect(await stored()).toEqual([])
  })
})

describe('an event', () => {
  test('is stored with all it has when the answer comes', async () => {
    const event = {
      event_name: 'checkout',
      timestamp: ago(1),
      page_url: '/checkout?x=1',
      session_id: 's1',
      event_id: 'e1',
      properties: { total: 12.5, tags: ['a', { b: null }], 'ünï"\\code': '☃\u001f' },
    }
    expect(await track(owner(), { ...event, user_id: 'u1' })).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
    })
    expect(await stored()).toEqual([{ ...event, user_id: 'u1' }])
  })

  test('may have any keys in its properties, also with line ends', async () => {
    const properties = { 'a\nb': 1, '\u2028': [], '\r': { '\n': 2 }, '': 3 }
    await track(owner(), { event_name: 'x', properties })
    expect((await stored())[0]?.properties).toEqual(properties)
  })

  test('needs only a name; nulls are as if left out', async () => {
    const before = scene.app.clock.now().getTime()
    await track(
      scene.app.anonymous,
      { event_name: 'a' },
      {
        event_name: 'b',
        properties: null,
        timestamp: null,
        page_url: null,
        session_id: null,
        event_id: null,
      },
    )
    const rows = await stored()
    expect(rows.map(({ event_name }) => event_name).toSorted()).toEqual(['a', 'b'])
    for (const { timestamp, event_name, ...rest } of rows) {
      expect(rest).toEqual({
        properties: {},
        page_url: null,
        session_id: null,
        event_id: null,
        user_id: null,
      })
      expect(Date.parse(timestamp) - before).toBeGreaterThanOrEqual(0)
      expect(Date.parse(timestamp) - before).toBeLessThan(10_000)
    }
  })

  test('of the future counts as now; older than 60 days or no time at all it is rejected', async () => {
    const before = scene.app.clock.now().getTime()
    const answer = await track(
      owner(),
      { event_name: 'ahead', timestamp: ago(-3) },
      { event_name: 'old', timestamp: ago(60.001) },
      { event_name: 'kept', timestamp: ago(59.99) },
      ...['yesterday', '', '2026-13-01T00:00:00Z', '15/11/2026', '1763200000', '2026-11-15T25:00:00Z'].map(
        (timestamp) => ({ event_name: 'none', timestamp }),
      ),
    )
    expect(answer).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [
        { index: 1, reason: 'too_old' },
        ...[3, 4, 5, 6, 7, 8].map((index) => ({ index, reason: 'invalid_timestamp' })),
      ],
    })
    const [ahead, kept] = (
      await owner().events.query({ app_id }, { since: '2000-01-01T00:00:00Z', limit: 10 })
    ).items
    expect([ahead?.event_name, kept?.event_name]).toEqual(['ahead', 'kept'])
    expect(Date.parse(ahead?.timestamp ?? '') - before).toBeLessThan(10_000)
  })

  test('may name its time with or without a zone, which then is UTC', async () => {
    const day = ago(2).slice(0, 10)
    const spellings = ['09:30:00Z', '10:30:00+01:00', '09:30:00.000', '09:30', '09:30:00.000000']
    await track(owner(), ...spellings.map((time) => ({ event_name: 'x', timestamp: `${day}T${time}` })))
    expect((await stored()).map(({ timestamp }) => timestamp)).toEqual(
      spellings.map(() => `${day}T09:30:00.000Z`),
    )
  })

  test.each([
    ['an empty name', { event_name: '' }, 'invalid_event_name'],
    ['a name of 129 characters', { event_name: 'x'.repeat(129) }, 'invalid_event_name'],
    ['a name with a control character', { event_name: 'a\u001fb' }, 'invalid_event_name'],
    ['a name with a DEL', { event_name: 'a\x7fb' }, 'invalid_event_name'],
    ['a user of 129 characters', { user_id: 'x'.repeat(129) }, 'invalid_user_id'],
    ['a user with a control character', { user_id: 'a\u001eb' }, 'invalid_user_id'],
    ['a user with a DEL', { user_id: '\x7f' }, 'invalid_user_id'],
    ['a session with a line end', { session_id: 'a\nb' }, 'invalid_session_id'],
    ['an id with a control character', { event_id: 'a\u001f' }, 'invalid_event_id'],
    ['a page with a control character', { page_url: '/\u001f' }, 'invalid_page_url'],
    ['a session of 129 characters', { session_id: 'x'.repeat(129) }, 'invalid_session_id'],
    ['an id of 129 characters', { event_id: 'x'.repeat(129) }, 'invalid_event_id'],
    ['a page of 2,049 characters', { page_url: 'x'.repeat(2_049) }, 'invalid_page_url'],
    ['properties of 8,193 characters', { properties: { a: 'x'.repeat(8_185) } }, 'properties_too_large'],
    ['as much further in', { properties: { a: { b: ['x'.repeat(8_177)] } } }, 'properties_too_large'],
    [
      'what is so long once it is escaped',
      { properties: { a: '\u0001'.repeat(1_365) } },
      'properties_too_large',
    ],
    ['too many numbers', { properties: numbers(260) }, 'properties_too_large'],
  ] as const)('with %s is rejected, the others are taken', async (_name, event, reason) => {
    const answer = await track(
      owner(),
      { event_name: 'good' },
      { event_name: 'x', ...event },
      { event_name: 'good' },
    )
    expect(answer).toEqual({ accepted: 2, duplicates: 0, rejected: [{ index: 1, reason }] })
    expect(await stored()).toHaveLength(2)
  })

  test('at its bounds is taken', async () => {
    const answer = await track(owner(), {
      event_name: 'x'.repeat(128),
      user_id: 'u'.repeat(128),
      session_id: 's'.repeat(128),
      event_id: 'e'.repeat(128),
      page_url: 'p'.repeat(2_048),
      properties: { a: 'x'.repeat(8_184) },
    })
    expect(answer).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
    for (const properties of [
      { a: { b: ['x'.repeat(8_176)] } },
      { a: '\u0001'.repeat(1_364) },
      numbers(259),
    ]) {
      expect(await track(owner(), { event_name: 'x', properties })).toMatchObject({ accepted: 1 })
    }
  })
})

describe('an event id', () => {
  test('sent again is a duplicate, in the batch and later, whatever else the event says', async () => {
    const twice = { event_name: 'a', event_id: 'e1', user_id: 'u1' }
    expect(await track(owner(), twice, twice, { event_name: 'b' })).toMatchObject({
      accepted: 2,
      duplicates: 1,
    })
    const again = { event_name: 'c', event_id: 'e1', user_id: 'u2', timestamp: ago(3) }
    expect(await track(owner(), again, { event_name: 'd', event_id: 'e2' })).toMatchObject({
      accepted: 1,
      duplicates: 1,
    })
    expect((await stored()).map(({ event_name }) => event_name).toSorted()).toEqual(['a', 'b', 'd'])
    expect(await users()).toMatchObject({ active_users: 2 }) // u1 and the owner, not u2
    expect(
      (await owner().events.names({ app_id })).items.map(({ event_name, count }) => [event_name, count]),
    ).toEqual([
      ['a', 1],
      ['b', 1],
      ['d', 1],
    ])
  })

  test('of another app is another id', async () => {
    const event = { event_name: 'a', event_id: 'shared' }
    const other = await scene.app.make.app(scene.owner)
    await track(owner(), event)
    expect(await owner().events.track({ app_id: other.id }, { events: [event] })).toMatchObject({
      accepted: 1,
    })
  })

  test('of requests at the same time is taken once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        track(owner(), { event_name: 'a', event_id: 'same' }, { event_name: 'b' }),
      ),
    )
    const sum = (of: 'accepted' | 'duplicates') => answers.reduce((total, one) => total + one[of], 0)
    expect([sum('accepted'), sum('duplicates')]).toEqual([21, 19])
    expect((await stored()).filter(({ event_name }) => event_name === 'a')).toHaveLength(1)
  })
})

describe('whose event it is', () => {
  const event = { event_name: 'x', user_id: 'somebody' }
  const attributed = async () => (await stored()).map(({ user_id }) => user_id)

  test('nobody’s without a credential, no matter who it names', async () => {
    expect(await track(scene.app.anonymous, event)).toMatchObject({ accepted: 1 })
    expect(await attributed()).toEqual([null])
    expect(await users()).toEqual({ active_users: 0, live_users: 0, inactive_7d: 0, inactive_30d: 0 })
  })

  test('an app user’s own, no matter who it names', async () => {
    const user = await scene.app.make.appUser({ id: app_id })
    await track(scene.app.as(user.token), event)
    expect(await attributed()).toEqual([user.id])
  })

  test('a viewer’s own; an editor may name others, and nobody', async () => {
    await track(scene.app.as(scene.viewer), event)
    await track(owner(), { ...event, timestamp: ago(1) }, { event_name: 'x', timestamp: ago(2) })
    await track(owner(), { event_name: 'x', user_id: null, timestamp: ago(3) })
    expect(await attributed()).toEqual([scene.viewer.id, 'somebody', scene.owner.id, null])
  })

  test('a workspace key names whom it likes, and stands for nobody itself', async () => {
    const { secret } = await scene.app.make.credential({
      kind: 'workspace_key',
      workspace_id: scene.owner.workspace_id,
    })
    await track(scene.app.as(secret), event, { event_name: 'x', timestamp: ago(1) })
    expect(await attributed()).toEqual(['somebody', null])
  })
})

describe('a heartbeat', () => {
  const beat = { event_name: HEARTBEAT_EVENT }

  test('makes its user live for 2 minutes, and is no event', async () => {
    holdClock(scene.app.clock)
    const user = await scene.app.make.appUser({ id: app_id })
    expect(await track(scene.app.as(user.token), beat, beat)).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [],
    })
    expect(await stored()).toEqual([])
    expect((await owner().events.names({ app_id })).items).toEqual([])
    expect(await users()).toEqual({ active_users: 0, live_users: 1, inactive_7d: 0, inactive_30d: 0 })
    scene.app.clock.move(119)
    expect(await users()).toMatchObject({ live_users: 1 })
    scene.app.clock.move(2)
    expect(await users()).toMatchObject({ live_users: 0 })
    await track(scene.app.as(user.token), beat)
    expect(await users()).toMatchObject({ live_users: 1 })
  })

  test('of nobody counts nobody, and a late one is as old as it says', async () => {
    await track(scene.app.anonymous, beat)
    await track(owner(), { ...beat, user_id: 'u1', timestamp: ago(1) }, { ...beat, user_id: 'u2' })
    await track(owner(), { ...beat, user_id: 'u2', timestamp: ago(1) })
    expect(await users()).toMatchObject({ live_users: 1 })
  })
})
