import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTracker, type EventToSend, withoutSecrets } from './tracker.ts'

const ADDRESS = 'https://atrium.example.com/api/apps/app_1/analytics/track/batch'
const HEARTBEAT = '__user_heartbeat_event__'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-15T09:30:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Sent {
  headers: Record<string, string>
  keepalive: boolean
  events: EventToSend[]
}

/** A server that answers what the test says, 200 by default. */
function scene({ token }: { token?: string } = {}) {
  const sent: Sent[] = []
  const answers: (number | Response | Error)[] = []
  const fetch = vi.fn(async (_address: unknown, init?: RequestInit) => {
    const { events } = JSON.parse(String(init?.body))
    sent.push({
      headers: init?.headers as Record<string, string>,
      keepalive: init?.keepalive === true,
      events,
    })
    const answer = answers.shift() ?? 200
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer : new Response('{}', { status: answer })
  })
  const tracker = createTracker({ address: ADDRESS, token: () => token, fetch })
  const names = () => sent.map(({ events }) => events.map(({ event_name }) => event_name))
  return { tracker, sent, answers, names, fetch }
}

/** A page that can be looked at and left. */
function stubPage({ href = 'https://shop.example.com/cart' } = {}) {
  const listeners = new Set<() => void>()
  const page = {
    visibilityState: 'visible',
    location: { href },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  vi.stubGlobal('document', page)
  const show = (state: string) => {
    page.visibilityState = state
    for (const each of listeners) each()
  }
  return { show, listeners }
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

describe('events', () => {
  test('go together after a second, each with its id, its moment and the visit', async () => {
    const { tracker, sent, fetch } = scene()
    tracker.track('opened')
    await settle(400)
    tracker.track('bought', { total: 12 }, { user_id: 'usr_1' })
    await settle(599)
    expect(sent).toEqual([])
    await settle(1)
    expect(fetch).toHaveBeenCalledExactlyOnceWith(ADDRESS, expect.objectContaining({ method: 'POST' }))
    const [opened, bought] = sent[0]?.events ?? []
    expect(opened).toEqual({
      event_name: 'opened',
      event_id: expect.stringMatching(/^[0-9a-f]{32}-1$/),
      timestamp: '2026-11-15T09:30:00.000Z',
      session_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(bought).toMatchObject({
      properties: { total: 12 },
      user_id: 'usr_1',
      timestamp: '2026-11-15T09:30:00.400Z',
      session_id: opened?.session_id,
    })
    expect(bought?.event_id).toBe(opened?.event_id.replace(/1$/, '2'))
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
  })

  test('name their page without what signs its holder in', async () => {
    stubPage({ href: 'https://shop.example.com/cart?a=1#access_token=aps_1&state=s' })
    const { tracker, sent } = scene()
    tracker.track('opened')
    await tracker.flush()
    expect(sent[0]?.events[0]?.page_url).toBe('https://shop.example.com/cart?a=1')
  })

  test.each([
    ['/cart?access_token=aps_1&is_new_user=true#top', '/cart?is_new_user=true#top'],
    ['/cart?a=1&access_token=aps_1', '/cart?a=1'],
    ['/cart?access_token=aps_1&access_token=aps_2', '/cart'],
    ['/#/cart&access_token=aps_1&state=s', '/#/cart'],
    ['/reset-password#token=rst_1', '/reset-password'],
    ['/magic-link?from_url=x#token=mgl_1', '/magic-link?from_url=x'],
    ['/docs?page=2#access_tokens', '/docs?page=2#access_tokens'],
    ['/docs#a#b', '/docs#a#b'],
  ])('at %s are at %s', (address, reported) => {
    expect(withoutSecrets(address)).toBe(reported)
  })

  test('are sent at once by flush, a hundred in a request, with the credential', async () => {
    const { tracker, sent } = scene({ token: 'aps_1' })
    for (let n = 0; n < 250; n++) tracker.track(`e${n}`, {}, { timestamp: new Date(0) })
    await tracker.flush()
    expect(sent.map(({ events }) => events.length)).toEqual([100, 100, 50])
    expect(sent[0]?.headers.authorization).toBe('Bearer aps_1')
    expect(sent[0]?.events[0]?.timestamp).toBe('1970-01-01T00:00:00.000Z')
    await settle(5_000)
    expect(sent).toHaveLength(3)
  })

  test('that are on their way already are waited for by flush, and what came since goes at once', async () => {
    const held = Promise.withResolvers<Response>()
    const names: string[] = []
    const fetch = vi.fn(async (_address: unknown, init?: RequestInit) => {
      names.push(...JSON.parse(String(init?.body)).events.map((event: EventToSend) => event.event_name))
      return names.length === 1 ? held.promise : new Response('{}')
    })
    const tracker = createTracker({ address: ADDRESS, token: () => undefined, fetch })
    tracker.track('first')
    await settle(1_000)
    tracker.track('second')
    const isFlushed = vi.fn()
    const flushed = tracker.flush().then(isFlushed)
    await settle(1_000)
    expect([names, isFlushed.mock.calls.length]).toEqual([['first', 'second'], 0])
    held.resolve(new Response('{}'))
    await flushed
  })

  test('that nobody took are sent again with the same ids, later each time', async () => {
    const { tracker, sent, answers, names } = scene()
    answers.push(new TypeError('no network'), 503, 429, 200)
    tracker.track('a')
    await settle(1_000)
    tracker.track('b')
    await settle(999)
    expect(sent).toHaveLength(1)
    await settle(1)
    expect(names()).toEqual([['a'], ['a', 'b']])
    await settle(2_000)
    await settle(4_000)
    expect(names()).toEqual([['a'], ['a', 'b'], ['a', 'b'], ['a', 'b']])
    expect(new Set(sent.map(({ events }) => events[0]?.event_id)).size).toBe(1)
    await settle(60_000)
    expect(sent).toHaveLength(4)
  })

  test('wait as long as the server asks for', async () => {
    const { tracker, sent, answers } = scene()
    answers.push(new Response('', { status: 429, headers: { 'retry-after': '7' } }))
    tracker.track('a')
    await settle(1_000)
    await settle(6_999)
    expect(sent).toHaveLength(1)
    await settle(1)
    expect(sent).toHaveLength(2)
  })

  test('that are refused are given up, and said once', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { tracker, sent, answers, names } = scene()
    answers.push(new Response('no such app', { status: 404 }), 422)
    tracker.track('a')
    await tracker.flush()
    tracker.track('b')
    await tracker.flush()
    tracker.track('c')
    await tracker.flush()
    expect(names()).toEqual([['a'], ['b'], ['c']])
    expect(sent).toHaveLength(3)
    expect(warn).toHaveBeenCalledExactlyOnceWith('Atrium refused events (404): no such app')
    warn.mockRestore()
  })

  test('are kept up to a thousand, the newest', async () => {
    const { tracker, sent } = scene()
    for (let n = 0; n < 1_005; n++) tracker.track(`e${n}`)
    await tracker.flush()
    expect(sent[0]?.events[0]?.event_name).toBe('e5')
    expect(sent).toHaveLength(10)
  })
})

describe('in a page', () => {
  test('somebody who is signed in is reported as present every 30 seconds, while they look', async () => {
    const { show } = stubPage()
    const { tracker, names, sent } = scene({ token: 'aps_1' })
    tracker.track('opened')
    await settle(1_000)
    expect(names()).toEqual([['opened', HEARTBEAT]])
    expect(sent[0]?.events[0]?.page_url).toBe('https://shop.example.com/cart')
    await settle(30_000)
    expect(names()).toEqual([['opened', HEARTBEAT], [HEARTBEAT]])
    show('hidden')
    await settle(90_000)
    expect(sent).toHaveLength(2)
    show('visible')
    await settle(31_000)
    expect(sent).toHaveLength(3)
    await tracker.stop()
    await settle(90_000)
    expect(sent).toHaveLength(3)
  })

  test('nobody is reported as present who is not signed in', async () => {
    stubPage()
    const { tracker, names } = scene()
    tracker.track('opened')
    await settle(90_000)
    expect(names()).toEqual([['opened']])
    await tracker.stop()
  })

  test('what waits goes when the page does, in a way that outlives it', async () => {
    const { show, listeners } = stubPage()
    const { tracker, names, sent } = scene()
    tracker.track('left')
    show('hidden')
    expect(names()).toEqual([['left']])
    expect(sent[0]?.keepalive).toBe(true)
    await tracker.stop()
    expect(listeners.size).toBe(0)
  })

  test.each([
    ['as much as outlives a page', 'x'.repeat(59_000), true],
    ['more letters than that', 'x'.repeat(60_000), false],
    ['more bytes than that', '林'.repeat(20_000), false],
  ])('%s is sent in a way that browsers take', async (_, note, keepalive) => {
    const { tracker, sent } = scene()
    tracker.track('noted', { note })
    await tracker.flush()
    expect(sent).toMatchObject([{ keepalive }])
  })

  test('a sign of life that nobody took is not sent again', async () => {
    stubPage()
    const { tracker, names, answers } = scene({ token: 'aps_1' })
    answers.push(503)
    tracker.track('opened')
    await settle(1_000)
    await settle(1_000)
    expect(names()).toEqual([['opened', HEARTBEAT], ['opened']])
    await tracker.stop()
  })
})

test('without a page nobody is reported as present, whatever the credential', async () => {
  const { tracker, names } = scene({ token: 'atr_1' })
  tracker.track('ran')
  await settle(90_000)
  expect(names()).toEqual([['ran']])
})
