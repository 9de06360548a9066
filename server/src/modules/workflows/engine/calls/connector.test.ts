/** What a step makes of a connected service; the way there is the business of connectors. */
import { describe, expect, test } from 'vitest'
import { refuse } from '../../../../platform/errors.ts'
import type { ConnectorAnswer, ConnectorCall } from '../../workflow-calls.ts'
import type { Step } from '../held-run.ts'
import { callConnector } from './connector.ts'

const ANSWER: ConnectorAnswer = {
  status: 200,
  ok: true,
  headers: {},
  body: { ok: 1 },
  encoding: 'json',
  has_more: false,
}

/** Carries the step out against a service that answers, or fails, like this. */
async function call(given: object, outcome: Partial<ConnectorAnswer> | Error = {}, signal?: AbortSignal) {
  const seen: ConnectorCall[] = []
  const signals: AbortSignal[] = []
  const journal = { flush: async () => {} }
  const workflowCalls = {
    callConnector: async (_run: unknown, one: ConnectorCall, until: AbortSignal) => {
      seen.push(one)
      signals.push(until)
      if (outcome instanceof Error) throw outcome
      return { ...ANSWER, ...outcome }
    },
  }
  const step = {
    id: 'try(2)/send',
    held: { deps: { workflowCalls }, journal, run: { id: 'run_1', app_id: 'app_1', depth: 0 }, workflow: {} },
    scope: { signal: signal ?? new AbortController().signal },
  }
  const wanted = { connector: 'slack', path: '/chat', ...given }
  const output = await callConnector(step as unknown as Step<never>, wanted)
  return { output, seen, signals }
}
const faultOf = (given: object, outcome?: Partial<ConnectorAnswer> | Error) =>
  call(given, outcome).then(
    () => null,
    (fault: unknown) => fault,
  )

describe('what is sent', () => {
  test('is what the task says, with a key that stays the same for all attempts', async () => {
    const { seen } = await call({
      method: 'post',
      query: { page: 2, gone: null },
      headers: { 'X-Count': 3 },
      body: { text: 'Hi' },
      all_items: true,
      max_items: 50,
    })
    expect(seen).toEqual([
      {
        integration_type: 'slack',
        method: 'POST',
        path: '/chat',
        query: { page: '2' },
        headers: { 'idempotency-key': 'run_1:try/send', 'x-count': '3' },
        body: { text: 'Hi' },
        all_items: true,
        max_items: 50,
      },
    ])
  })

  test('reads when no method is named, and sends no body where there is none', async () => {
    const { seen } = await call({ body: null })
    expect(seen).toEqual([expect.objectContaining({ method: 'GET', all_items: false })])
    expect(seen[0]).not.toHaveProperty('body')
  })

  test('may have a key of its own', async () => {
    const { seen } = await call({ headers: { 'Idempotency-Key': 'order-7' } })
    expect(seen[0]?.headers).toEqual({ 'idempotency-key': 'order-7' })
  })

  test.each([
    [{ connector: undefined }, 'invalid_connector'],
    [{ connector: '../slack' }, 'invalid_connector'],
    [{ path: undefined }, 'invalid_path'],
    [{ path: 'https://example.com/' }, 'invalid_path'],
    [{ path: `/${'a'.repeat(4_096)}` }, 'invalid_path'],
    [{ method: 'TRACE' }, 'invalid_method'],
    [{ max_items: 0 }, 'invalid_max_items'],
    [{ max_items: '9' }, 'invalid_max_items'],
    [{ max_items: 10_001 }, 'invalid_max_items'],
  ])('%j, as an expression may give it, is a fault that no attempt mends', async (given, code) => {
    expect(await faultOf(given)).toMatchObject({ code, isPassing: false, status: 400 })
  })
})

describe('what comes back', () => {
  test('is the content, or the whole answer when that is asked for', async () => {
    expect((await call({})).output).toEqual({ ok: 1 })
    const headers = { 'content-type': 'text/csv' }
    const answer = { headers, body: 'a,b', encoding: 'text', has_more: true } as const
    expect((await call({ output: 'response' }, answer)).output).toEqual({
      status: 200,
      headers,
      content: 'a,b',
      encoding: 'text',
      has_more: true,
    })
  })

  test('is a fault when it is larger than a step keeps', async () => {
    const body = ['x'.repeat(300_000)]
    expect(await faultOf({}, { body })).toMatchObject({ code: 'answer_too_large', isPassing: false })
    const all = await faultOf({ all_items: true }, { body })
    expect(all).toMatchObject({ message: expect.stringContaining('max_items') })
  })

  test.each([
    [404, false],
    [401, false],
    [302, false],
    [429, true],
    [503, true],
  ])('is a fault with its status when that is %i', async (status, isPassing) => {
    const fault = await faultOf({}, { status, body: { error: 'no' }, headers: { 'retry-after': '7' } })
    expect(fault).toMatchObject({ code: 'http_status', status, isPassing, retryAfterMs: 7_000 })
    expect(fault).toMatchObject({ message: `The service answered ${status}: {"error":"no"}` })
  })

  test('is a fault when the service said in a good answer that it failed', async () => {
    const fault = await faultOf({}, { ok: false, body: { ok: false, error: 'channel_not_found' } })
    expect(fault).toMatchObject({ code: 'service_error', isPassing: false })
    expect((fault as Error).message).toContain('{"ok":false,"error":"channel_not_found"}')
  })

  test('is quoted in part, and bytes not at all', async () => {
    const long = await faultOf({}, { status: 500, body: 'x'.repeat(5_000), encoding: 'text' })
    expect((long as Error).message.length).toBeLessThan(600)
    const bytes = await faultOf({}, { status: 500, body: 'AAEC', encoding: 'base64' })
    expect(bytes).toMatchObject({ message: 'The service answered 500' })
  })

  test('is waited for until the run is stopped', async () => {
    const { signal } = new AbortController()
    expect((await call({}, {}, signal)).signals).toEqual([signal])
  })

  test('counts for nothing when the run was stopped while it was on its way', async () => {
    const stopped = call({}, {}, AbortSignal.abort(new Error('enough')))
    await expect(stopped).rejects.toThrow('enough')
  })
})

describe('a refusal on the way', () => {
  test.each([
    ['connection_not_found', 404, false, 'runtime'],
    ['connection_not_active', 409, false, 'runtime'],
    ['integration_not_found', 404, false, 'runtime'],
    ['connector_busy', 503, true, 'communication'],
    ['connector_call_failed', 502, true, 'communication'],
    ['connector_timed_out', 504, true, 'timeout'],
  ] as const)('%s is a fault', async (code, status, isPassing, kind) => {
    const fault = await faultOf({}, refuse(code))
    expect(fault).toMatchObject({ code, status, isPassing, type: expect.stringContaining(`/${kind}`) })
  })

  test('of another kind is none of ours to explain', async () => {
    const odd = new Error('odd')
    expect(await faultOf({}, odd)).toBe(odd)
  })
})
