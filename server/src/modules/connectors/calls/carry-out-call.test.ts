import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuse } from '../../../platform/errors.ts'
import type { OutboundOutcome, OutboundRequest } from '../../../ports/outbound-http/port.ts'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'
import { carryOutCall, type UsableConnection } from './carry-out-call.ts'
import type { ServiceRequest } from './send-call.ts'

// The time of a call passes only where a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('after a 401 the token is refreshed once and the call is sent again, whatever it is', async () => {
  const { run, sent, asked } = scene([answered(401), answered(200)], ['one', 'two'])
  expect(await run({ method: 'POST', body: { a: 1 } })).toMatchObject({ answer: { status: 200 } })
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two'])
  expect(asked).toEqual([undefined, 'one'])
})

test('a second 401 stands', async () => {
  const { run, sent } = scene([answered(401), answered(401)], ['one', 'two'])
  expect(await run()).toMatchObject({ answer: { status: 401 } })
  expect(sent).toHaveLength(2)
})

test('a 401 stands when there is no other token', async () => {
  const { run, sent } = scene([answered(401)], ['one', 'one'])
  expect(await run()).toMatchObject({ answer: { status: 401 } })
  expect(sent).toHaveLength(1)
})

test('a connection that ends while its token is refreshed says so', async () => {
  const { run } = scene([answered(401)], ['one'])
  await expect(run()).rejects.toMatchObject({ code: 'connection_not_active' })
})

test('a 429 holds the connection for as long as the service says, and the call is sent again', async () => {
  const { run, sent, pauses, rests } = scene([answered(429, { 'retry-after': '7' }), answered(200)])
  expect(await run({ method: 'DELETE' })).toMatchObject({ answer: { status: 200 } })
  expect([sent.length, pauses, rests]).toEqual([2, [7_000], [7_000]])
})

test('a 429 that asks for more time than a call has stands, and holds the others', async () => {
  const { run, sent, pauses, rests } = scene([answered(429, { 'retry-after': '31' })])
  expect(await run()).toMatchObject({ answer: { status: 429 } })
  expect([sent.length, pauses, rests]).toEqual([1, [31_000], []])
})

test('after three attempts the last answer stands', async () => {
  const { run, sent, rests, tally } = scene([answered(503), answered(503), answered(503)])
  expect(await run()).toMatchObject({ answer: { status: 503 } })
  expect([sent.length, rests, tally.attempts]).toEqual([3, [200, 800], 3])
})

test('a later attempt has no more time than is left of the call', async () => {
  const { run, sent, scenery } = scene([answered(503), answered(503), answered(200)])
  scenery.takes = 8_000
  expect(await run()).toMatchObject({ answer: { status: 200 } })
  expect(sent.map(({ deadlineMs }) => deadlineMs)).toEqual([30_000, 21_800, 13_000])
})

test('a wait that goes beyond what is left of the call is not begun', async () => {
  const { run, sent, rests, scenery } = scene([answered(429, { 'retry-after': '12' }), answered(200)])
  scenery.takes = 18_001
  expect(await run()).toMatchObject({ answer: { status: 429 } })
  expect([sent.length, rests]).toEqual([1, []])
})

test('a call that waits for its turn is over after its thirty seconds', async () => {
  const turn = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => reject(refuse('connector_busy')))
    })
  const { run, sent } = scene([answered(200)], ['one'], turn)
  const over = expect(run()).rejects.toMatchObject({ code: 'connector_busy' })
  await vi.advanceTimersByTimeAsync(30_000)
  await over
  expect(sent).toEqual([])
})

test('a change that may have been carried out is sent once', async () => {
  const { run, sent } = scene([failed('connection_reset')])
  await expect(run({ method: 'POST' })).rejects.toMatchObject({ code: 'connector_call_failed' })
  expect(sent).toHaveLength(1)
})

test('a read that is cut off is sent again', async () => {
  const { run, sent } = scene([failed('connection_reset'), answered(200)])
  expect(await run()).toMatchObject({ answer: { status: 200 } })
  expect(sent).toHaveLength(2)
})

test('a service that does not answer in time is not asked again', async () => {
  const { run, sent } = scene([failed('timeout')])
  await expect(run()).rejects.toMatchObject({ code: 'connector_timed_out' })
  expect(sent).toHaveLength(1)
})

test('an answer that broke off fails the call', async () => {
  const { run } = scene([{ ...answered(200), truncated: true }])
  await expect(run()).rejects.toMatchObject({ code: 'connector_call_failed', message: /4 MiB/ })
})

test('when too many wait, nothing leaves', async () => {
  const { run, sent, tally } = scene([], ['one'], () => {
    throw refuse('connector_busy')
  })
  await expect(run()).rejects.toMatchObject({ code: 'connector_busy' })
  expect([sent.length, tally.attempts]).toEqual([0, 0])
})

test('nothing more is sent once nobody waits for the answer', async () => {
  const leaving = new AbortController()
  const { run, sent, tally } = scene([answered(503), answered(200)], ['one'], () => {
    if (sent.length === 1) leaving.abort(new Error('left'))
  })
  await expect(run({ signal: leaving.signal })).rejects.toThrow('left')
  expect([sent.length, tally.attempts]).toEqual([1, 1])
  await expect(run({ signal: leaving.signal })).rejects.toThrow('left')
  expect(sent).toHaveLength(1)
})

/** The service says these outcomes one after the other, and these are the tokens to come. */
function scene(
  outcomes: OutboundOutcome[],
  tokens: string[] = ['one'],
  onTurn: (signal: AbortSignal) => void | Promise<void> = () => {},
) {
  const sent: OutboundRequest[] = []
  const asked: (string | undefined)[] = []
  const pauses: number[] = []
  const rests: number[] = []
  const tally = { attempts: 0 }
  /** How long the service takes for an answer. */
  const scenery = { takes: 0 }
  const send = async (request: OutboundRequest) => {
    sent.push(request)
    vi.advanceTimersByTime(scenery.takes)
    return outcomes.shift() ?? expect.unreachable()
  }
  const deps = {
    clock: { now: () => new Date() },
    connectorHttp: () => ({ send, checkTarget: () => expect.unreachable() }),
    connectorPacing: {
      turn: async (_: string, __: number | undefined, signal: AbortSignal) => onTurn(signal),
      pause: (_: string, ms: number) => void pauses.push(ms),
      rest: async (ms: number) => {
        rests.push(ms)
        vi.advanceTimersByTime(ms)
      },
      known: () => 0,
    },
  }
  const connection: UsableConnection = {
    connection_id: 'con_1',
    definition: sandboxOauth,
    values: {},
    async credentials(refused) {
      asked.push(refused)
      const access_token = tokens.shift()
      if (access_token === undefined) throw refuse('connection_not_active')
      return { access_token, refresh_token: null, values: {} }
    },
  }
  const usual: ServiceRequest = { method: 'GET', path: '/items', query: {}, headers: {}, body: undefined }
  const run = (changes: Partial<ServiceRequest> = {}) =>
    carryOutCall(deps, connection, { ...usual, ...changes }, tally)
  return { run, sent, asked, pauses, rests, tally, scenery }
}

function answered(status: number, headers: Record<string, string> = {}) {
  return {
    kind: 'answered' as const,
    status,
    headers,
    body: Buffer.alloc(0),
    truncated: false,
    durationMs: 1,
  }
}

function failed(error_type: 'timeout' | 'connection_reset') {
  return { kind: 'failed' as const, error_type, message: 'What happened.', durationMs: 1, sent: true }
}
