import { Id, operation, personal } from '@atrium/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { type Answering, refusal, startStandIn } from '../test/stand-in.ts'
import type { ClientOperation } from './client-operation.ts'
import { deriveOperation } from './derive-operation.ts'
import { type HttpRequest, send } from './http.ts'
import { ApiError, ConnectionError, createClient, operations } from './index.ts'

const OK = { body: { done: true } }

describe('what is tried again', () => {
  const { apps, collaborators, folders, members, session } = operations
  const cases = [
    ['GET', apps.read, true],
    ['PUT', collaborators.set, true],
    ['DELETE', folders.delete, true],
    ['the members list, a POST that only reads', members.list, true],
    ['a POST that takes an idempotency key', folders.create, true],
    ['PATCH', folders.update, false],
    ['signing in', session.create, false],
  ] as const

  test.each(cases)('%s', async (_, called, isRepeated) => {
    const { url, received } = await startStandIn(refusal(503, 'shutting_down'), OK)
    const params = { app_id: 'a', email: 'a@b', folder_id: 'f' }
    const answer = createClient({ baseUrl: url }).request(called as ClientOperation, { params })
    if (isRepeated) expect(await answer).toMatchObject({ body: { done: true } })
    else await expect(answer).rejects.toMatchObject({ status: 503 })
    expect(received).toHaveLength(isRepeated ? 2 : 1)
  })

  test('a POST that takes an idempotency key, with the same key each time', async () => {
    const { url, received } = await startStandIn('cut', OK)
    await createClient({ baseUrl: url }).request(deriveOperation(keyed), { body: {} })
    const [first, second] = received.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })

  test('the key given by the caller is the one sent', async () => {
    const { url, received } = await startStandIn(OK)
    await createClient({ baseUrl: url }).request(deriveOperation(keyed), {
      body: {},
      idempotency_key: 'mine',
    })
    expect(received[0]?.headers['idempotency-key']).toBe('mine')
  })

  test('a key where the server would ignore it is refused, for it would promise too much', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
    const call = client.session.create({ email: 'a@b', password: 'x' }, { idempotency_key: 'k' })
    await expect(call).rejects.toThrow('session.create takes no idempotency key')
  })
})

describe('when it is tried again', () => {
  test.each<[string, Answering]>([
    ['a cut connection', 'cut'],
    ['429', refusal(429, 'rate_limited')],
    ['502', { status: 502, body: '<html>Bad gateway</html>' }],
    ['503', refusal(503, 'database_unavailable')],
    ['504', { status: 504, body: '' }],
    ['an earlier try that is still under way', refusal(409, 'idempotency_in_progress')],
  ])('after %s', async (_, failure) => {
    const { answer, pauses, received } = await sendTo([failure, failure, OK])
    expect((await answer).body).toEqual({ done: true })
    expect(received).toHaveLength(3)
    expect(pauses[0]).toSatisfy(between(125, 250))
    expect(pauses[1]).toSatisfy(between(250, 500))
  })

  test.each([400, 401, 404, 409, 422, 500, 507])('not after %i', async (status) => {
    const { answer, received } = await sendTo([refusal(status, 'x'), OK])
    await expect(answer).rejects.toMatchObject({ status })
    expect(received).toHaveLength(1)
  })

  test('as often as allowed, then the last failure is thrown', async () => {
    const { answer, received } = await sendTo([refusal(503, 'x')], { retries: 4 })
    await expect(answer).rejects.toMatchObject({ status: 503 })
    expect(received).toHaveLength(5)
  })

  test('twice as late each time', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    onTestFinished(() => void vi.restoreAllMocks())
    const { answer, pauses } = await sendTo([refusal(503, 'x')], { retries: 4 })
    await expect(answer).rejects.toMatchObject({ status: 503 })
    expect(pauses).toEqual([250, 500, 1_000, 2_000])
  })

  test('no earlier than Retry-After says', async () => {
    const limited = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '10' } }
    const { answer, pauses } = await sendTo([limited, OK])
    await answer
    expect(pauses[0]).toSatisfy(between(10_000, 10_250))
  })

  test('not when Retry-After asks for more than 10 s', async () => {
    const limited = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '11' } }
    const { answer, pauses } = await sendTo([limited, OK])
    await expect(answer).rejects.toMatchObject({ code: 'rate_limited', retry_after: 11 })
    expect(pauses).toEqual([])
  })
})

describe('a refusal', () => {
  test('tells status, code, message, detail and request', async () => {
    const error = await refusedWith(refusal(404, 'folder_not_found', { folder: 'x' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 404,
      code: 'folder_not_found',
      message: 'About folder_not_found.',
      detail: 'About folder_not_found.',
      request_id: 'req_1',
      retry_after: null,
      fields: [],
      body: { folder: 'x' },
    })
  })

  test('of fields that a rule protects tells each as a row', async () => {
    const error = await refusedWith(refusal(403, 'field_refused', { fields: ['data.x', 'y'] }))
    const row = { msg: 'About field_refused.', type: 'field_refused' }
    expect(error.fields).toEqual([
      { loc: ['body', 'data', 'x'], ...row },
      { loc: ['body', 'y'], ...row },
    ])
  })

  test('of values tells the rows', async () => {
    const rows = [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }]
    const error = await refusedWith(refusal(422, 'validation_error', { detail: rows }))
    expect(error).toMatchObject({ fields: rows, detail: rows })
  })

  test('by something else than the API still is one', async () => {
    const page = { status: 413, headers: { 'x-request-id': 'req_p' }, body: '<html>too large</html>' }
    expect(await refusedWith(page)).toMatchObject({
      status: 413,
      code: 'unknown_error',
      detail: '<html>too large</html>',
      request_id: 'req_p',
      message: 'The server answered 413 without an explanation.',
    })
  })

  test('is also a 200 that holds no JSON: another program answers at this address', async () => {
    const error = await refusedWith({ body: '<html>Router login</html>' })
    expect(error).toMatchObject({
      status: 200,
      code: 'not_an_api_answer',
      detail: '<html>Router login</html>',
    })
  })

  test('reads a Retry-After given as a date', async () => {
    vi.useFakeTimers({ toFake: ['Date'] }) // no second passes until it is read
    onTestFinished(() => void vi.useRealTimers())
    const at = new Date(Date.now() + 60_000).toUTCString()
    const error = await refusedWith({ ...refusal(503, 'x'), headers: { 'retry-after': at } })
    expect(error.retry_after).toSatisfy(between(57, 61))
  })
})

describe('no answer', () => {
  test('keeps its cause and names the address', async () => {
    const { url } = await startStandIn('cut')
    const error = await failureOf(createClient({ baseUrl: url, retries: 0 }).session.read())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ url, cause: { message: 'fetch failed' } })
  })

  test('within the time-out is a connection error and is not tried again', { tags: 'slow' }, async () => {
    const { url, received } = await startStandIn('silent')
    const error = await failureOf(createClient({ baseUrl: url }).session.read({ timeoutMs: 1_500 }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ message: `${url} did not answer: no answer within 1.5 s` })
    expect(received).toHaveLength(1)
  })

  test('because the caller gave up throws what the caller gave', async () => {
    const { url, received } = await startStandIn('silent')
    const controller = new AbortController()
    const call = failureOf(createClient({ baseUrl: url }).session.read({ signal: controller.signal }))
    await eventually(() => expect(received).toHaveLength(1))
    controller.abort(new Error('left the page'))
    expect(await call).toMatchObject({ message: 'left the page' })
  })

  test('when the caller gives up between two tries, no other try is made', async () => {
    const controller = new AbortController()
    const wait = async () => controller.abort(new Error('left the page'))
    const { answer, received } = await sendTo(['cut', OK], { wait, signal: controller.signal })
    await expect(answer).rejects.toThrow('left the page')
    expect(received).toHaveLength(1)
  })
})

describe('an answer that is a stream', () => {
  const exported = (url: string, options: object = {}) =>
    createClient({ baseUrl: url }).records.export({ app_id: 'app_1', entity_name: 'Task' }, {}, options)

  test('is handed over unread, and may take longer than the time-out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = Promise.withResolvers<void>()
    const source = new ReadableStream({
      async start(controller) {
        await first.promise
        controller.enqueue(new TextEncoder().encode('id,title\r\n'))
        controller.close()
      },
    })
    const signals: AbortSignal[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      if (init?.signal) signals.push(init.signal)
      return new Response(source, { headers: { 'content-type': 'text/csv' } })
    }
    const client = createClient({ baseUrl: 'http://x', fetch })
    const answer = await client.records.export({ app_id: 'a', entity_name: 'T' })
    vi.advanceTimersByTime(3_600_000)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    first.resolve()
    expect(await answer.text()).toBe('id,title\r\n')
  })

  test('is asked for by its type, and a refusal instead of it is an error', async () => {
    const { url, received } = await startStandIn(refusal(404, 'app_not_found'))
    await expect(exported(url)).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
    expect(received[0]?.headers.accept).toBe('text/csv')
  })

  test('that does not begin is a connection error', async () => {
    const { url } = await startStandIn('silent')
    await expect(exported(url, { timeoutMs: 50 })).rejects.toBeInstanceOf(ConnectionError)
  })
})

/** Sends one repeatable request, noting the pauses instead of waiting for them. */
async function sendTo(
  replies: [Answering, ...Answering[]],
  { retries = 2, wait, signal }: { retries?: number; wait?: () => Promise<void>; signal?: AbortSignal } = {},
) {
  const { url, received } = await startStandIn(...replies)
  const pauses: number[] = []
  const request: HttpRequest = {
    method: 'GET',
    url,
    headers: new Headers(),
    body: null,
    credentials: 'omit',
    is_repeatable: true,
    is_streamed: false,
    signal,
  }
  const note = async (ms: number) => void pauses.push(ms)
  const answer = send(request, { fetch, retries, wait: wait ?? note })
  return { answer, pauses, received }
}

async function refusedWith(reply: Answering): Promise<ApiError> {
  const { url } = await startStandIn(reply)
  const error = await failureOf(createClient({ baseUrl: url, retries: 0 }).session.read())
  if (error instanceof ApiError) return error
  throw error
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error) => error,
  )
}

function between(least: number, most: number) {
  return (value: number) => value >= least && value <= most
}

const keyed = operation({
  name: 'test.keyed',
  summary: 'Takes an idempotency key',
  method: 'POST',
  path: '/api/keyed',
  credential: personal('full_access'),
  idempotency: 'atomic',
  answer: Id,
})
