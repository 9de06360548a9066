import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { asking, read, words } from './conformance.ts'
import { type Limits, openAiCompatibleModel } from './openai-compatible.ts'
import type { ReplyPart } from './port.ts'
import { startModelServer } from './test/model-server.ts'

const KEY = 'sk-very-secret'
let server: Awaited<ReturnType<typeof startModelServer>>
let log: ReturnType<typeof collectedLog>
let now: Date
let waits: number[]
let timers: Map<number, AbortController>

beforeEach(async () => {
  server = await startModelServer()
  log = collectedLog()
  now = new Date('2026-01-01T00:00:00Z')
  waits = []
  timers = new Map()
})
afterEach(() => server.close())

function openModel(limits: Partial<Limits> = {}, baseUrl = server.baseUrl) {
  const wait = async (ms: number) => void waits.push(ms)
  const timeout = (ms: number) => {
    const timer = new AbortController()
    timers.set(ms, timer)
    return timer.signal
  }
  const clock = { now: () => now }
  return openAiCompatibleModel({
    baseUrl,
    model: 'stand-in',
    apiKey: KEY,
    fetch,
    clock,
    log,
    limits: { wait, timeout, ...limits },
  })
}

/** Lets the time that was last set to this many milliseconds run out. */
function expire(ms: number) {
  timers.get(ms)?.abort(new DOMException('Time is up.', 'TimeoutError'))
}

const STEP = 120_000
const REPLY = 300_000

describe('a call is tried again', () => {
  test.each([
    ['429 with seconds', { status: 429, headers: { 'retry-after': '7' } }, 7000],
    ['429 with a date', { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' } }, 9000],
    ['429 without a word', { status: 429 }, 500],
    ['500', { status: 500 }, 500],
    ['503', { status: 503, headers: { 'retry-after': '0' } }, 0],
    ['a reset', 'reset' as const, 500],
    ['a cut before the first word', { say: [], broken: 'cut' as const }, 500],
    ['an error before the first word', { say: [], broken: 'error' as const }, 500],
  ])('once after %s', async (_, failing, wait) => {
    server.scriptEach(failing, { say: ['Hello', '.'] })
    expect(await openModel().text(asking('Hello'))).toMatchObject({ text: 'Hello.' })
    expect(waits).toEqual([wait])
    expect(server.calls).toHaveLength(2)
  })

  test('and not a third time', async () => {
    server.scriptEach({ status: 500 })
    await expect(openModel().text(asking('Hello'))).rejects.toMatchObject({ reason: 'unreachable' })
    expect(server.calls).toHaveLength(2)
  })

  test('never once a word was passed on', async () => {
    server.scriptEach({ say: ['We are'], broken: 'cut' }, { say: ['We are open.'] })
    const parts = await read(openModel().reply(asking('Hello')))
    expect(words(parts)).toBe('We are')
    expect(server.calls).toHaveLength(1)
  })

  test('not when the server asks for a long wait', async () => {
    server.scriptEach({ status: 429, headers: { 'retry-after': '21' } })
    await expect(openModel().text(asking('Hello'))).rejects.toMatchObject({ reason: 'overloaded' })
    expect(server.calls).toHaveLength(1)
  })

  test.each([400, 401, 403, 404, 422])('not after %i, which is a refusal', async (status) => {
    server.scriptEach({ status })
    await expect(openModel().text(asking('Hello'))).rejects.toMatchObject({ reason: 'refused' })
    expect(server.calls).toHaveLength(1)
  })

  test('not when nobody listens', async () => {
    const gone = await startModelServer()
    await gone.close()
    await expect(openModel({}, gone.baseUrl).text(asking('Hello'))).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    expect(waits).toEqual([])
  })

  test('not after an abort during the wait', async () => {
    const caller = new AbortController()
    const model = openModel({
      wait: async (_ms, signal) => {
        caller.abort(new Error('gone'))
        signal.throwIfAborted()
      },
    })
    server.scriptEach({ status: 500 })
    await expect(model.text({ ...asking('Hello'), signal: caller.signal })).rejects.toThrow('gone')
    expect(server.calls).toHaveLength(1)
  })
})

describe('the circuit breaker', () => {
  test('opens after five failures in a row, also during a retry, and closes after one good call', async () => {
    server.scriptEach({ status: 500 })
    const model = openModel()
    for (let call = 1; call <= 3; call += 1) {
      await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'unreachable' })
    }
    expect(server.calls).toHaveLength(5)
    expect(model.isAvailable).toBe(false)
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'circuit_open' })
    now = new Date(now.getTime() + 29_999)
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'circuit_open' })
    expect(server.calls).toHaveLength(5)

    now = new Date(now.getTime() + 1)
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'unreachable' })
    expect(server.calls).toHaveLength(6)
    expect(model.isAvailable).toBe(false)

    now = new Date(now.getTime() + 30_000)
    server.scriptEach({ say: ['Back.'] })
    expect(await model.text(asking('Hello'))).toMatchObject({ text: 'Back.' })
    expect(model.isAvailable).toBe(true)
    const states = log.lines.filter(({ msg }) => msg === 'language model: circuit breaker')
    expect(states.map(({ state }) => state)).toEqual(['open', 'open', 'closed'])
  })

  test('counts time-outs, of a step and of a caller’s own limit', async () => {
    server.scriptEach('hang')
    const model = openModel({ failuresToOpen: 2 })
    const first = read(model.reply(asking('Hello')))
    await vi.waitFor(() => expect(server.calls).toHaveLength(1), 15_000)
    expire(STEP)
    await expect(first).rejects.toMatchObject({ reason: 'timed_out' })
    const second = model.text({ ...asking('Hello'), timeoutMs: 20_000 })
    await vi.waitFor(() => expect(server.calls).toHaveLength(2), 15_000)
    expire(20_000)
    await expect(second).rejects.toMatchObject({ reason: 'timed_out' })
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'circuit_open' })
  })

  test('counts neither refusals nor callers who leave', async () => {
    const model = openModel({ failuresToOpen: 1 })
    server.scriptEach({ status: 401 })
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'refused' })
    server.scriptEach({ sayThenHang: ['We'] })
    for await (const part of model.reply(asking('Hello'))) {
      if (part.type === 'text') break
    }
    server.scriptEach({ say: ['Hello.'] })
    expect(await model.text(asking('Hello'))).toMatchObject({ text: 'Hello.' })
  })

  test('sends the next call ahead when the one that was to see is left', async () => {
    const model = openModel({ failuresToOpen: 1 })
    server.scriptEach({ status: 500 })
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'unreachable' })
    now = new Date(now.getTime() + 30_000)
    server.scriptEach({ sayThenHang: ['We'] })
    for await (const part of model.reply(asking('Hello'))) {
      expect(model.isAvailable).toBe(false)
      if (part.type === 'text') break
    }
    server.scriptEach({ say: ['Back.'] })
    expect(await model.text(asking('Hello'))).toMatchObject({ text: 'Back.' })
    expect(model.isAvailable).toBe(true)
  })
})

describe('the only place', () => {
  const READERS: [
    string,
    Parameters<typeof server.scriptEach>[0],
    (parts: AsyncIterable<ReplyPart>) => unknown,
  ][] = [
    ['fails', { status: 400 }, (parts) => read(parts).catch(() => {})],
    ['breaks off', { say: ['We'], broken: 'cut' }, (parts) => read(parts)],
    ['is left by its reader', { sayThenHang: ['We'] }, readOne],
  ]
  test.each(READERS)('is free again after a call that %s', async (_how, script, use) => {
    const model = openModel({ places: 1, line: 0 })
    server.scriptEach(script)
    await use(model.reply(asking('Hello')))
    server.scriptEach({ say: ['Here.'] })
    expect(await model.text(asking('Hello'))).toMatchObject({ text: 'Here.' })
  })

  async function readOne(parts: AsyncIterable<ReplyPart>) {
    for await (const part of parts) if (part.type === 'text') break
  }
})

describe('time', () => {
  test('for a step ends during the words too', async () => {
    server.scriptEach({ sayThenHang: ['We are'] })
    const parts: ReplyPart[] = []
    for await (const part of openModel().reply(asking('Hello'))) {
      parts.push(part)
      expire(STEP)
    }
    expect(parts).toMatchObject([{ text: 'We are' }, { finish: 'error', failure: { reason: 'timed_out' } }])
  })

  test('for the whole reply includes tools that do not listen', async () => {
    const tool = {
      name: 'stall',
      description: 'Never ends',
      input: {},
      run: () => new Promise<never>(() => expire(REPLY)),
    }
    server.scriptEach({ call: [{ name: 'stall', input: {} }] })
    const stalled = read(openModel().reply({ ...asking('Hello'), tools: [tool] }))
    await expect(stalled).rejects.toMatchObject({ reason: 'timed_out' })
  })

  test('before the first word may be long', async () => {
    let answer = () => {}
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.scriptEach({ after, answer: { say: ['At last.'] } })
    const text = openModel().text(asking('Hello'))
    await vi.waitFor(() => expect(server.calls).toHaveLength(1), 15_000)
    answer()
    expect(await text).toMatchObject({ text: 'At last.' })
  })
})

describe('the connection is given back', () => {
  test('when the caller aborts before the first word', async () => {
    server.scriptEach('hang')
    const caller = new AbortController()
    const text = openModel().text({ ...asking('Hello'), signal: caller.signal })
    await vi.waitFor(() => expect(server.calls).toHaveLength(1), 15_000)
    caller.abort(new Error('gone'))
    await expect(text).rejects.toThrow('gone')
    await vi.waitFor(() => expect(server.openSockets()).toBe(0), 15_000)
  })

  test('when the caller aborts or stops listening during the words', async () => {
    server.scriptEach({ sayThenHang: ['We'] })
    const model = openModel()
    for await (const _ of model.reply(asking('Hello'))) break
    await vi.waitFor(() => expect(server.openSockets()).toBe(0), 15_000)

    const caller = new AbortController()
    const listen = async () => {
      for await (const _ of model.reply({ ...asking('Hello'), signal: caller.signal })) caller.abort()
    }
    await expect(listen()).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(server.openSockets()).toBe(0), 15_000)
  })

  test('when the time is up', async () => {
    server.scriptEach('hang')
    const model = openModel({ stepMs: 30, timeout: (ms) => AbortSignal.timeout(ms) })
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({
      reason: 'timed_out',
    })
    await vi.waitFor(() => expect(server.openSockets()).toBe(0), 15_000)
  })
})

test('four are answered at a time, a few wait, the others are refused at once', async () => {
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.script(() => ({ after, answer: { say: ['Hello.'] } }))
  const model = openModel({ line: 2 })
  const asked = Array.from({ length: 7 }, () => model.text(asking('Hello')))
  await expect(asked.pop()).rejects.toMatchObject({ reason: 'overloaded' })
  await vi.waitFor(() => expect(server.calls).toHaveLength(4), 15_000)
  answer()
  expect(await Promise.all(asked)).toHaveLength(6)
  expect(server.calls).toHaveLength(6)
})

test('the key is in no error and no log line, even when the server repeats it', async () => {
  const printed = (['log', 'info', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method))
  const model = openModel({ failuresToOpen: 100 })
  const seen: unknown[] = []
  const message = `Incorrect API key provided: ${KEY}`
  for (const scripted of [{ status: 401, message }, { status: 500, message }, 'reset' as const]) {
    server.scriptEach(scripted)
    seen.push(await model.text(asking('Hello')).catch((error) => error))
  }
  server.scriptEach({ say: ['We'], broken: 'error' })
  seen.push(...(await read(model.reply(asking('Hello')))).map((part: ReplyPart) => part))
  const reported = seen.map(
    (thing) => `${String(thing)} ${JSON.stringify(thing)} ${(thing as Error).stack ?? ''}`,
  )
  expect(reported.join('\n')).toContain('answered 401: Incorrect API key provided: [secret]')
  expect(reported.join('\n') + log.text()).not.toContain(KEY)
  for (const method of printed) {
    expect(method).not.toHaveBeenCalled()
    method.mockRestore()
  }
})
