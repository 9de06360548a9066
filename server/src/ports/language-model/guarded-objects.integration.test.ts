/** What holds for replies holds for objects, whose two rounds share one deadline. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asking, CITY } from './conformance.ts'
import { type Limits, openAiCompatibleModel } from './openai-compatible.ts'
import { standInModel, startModelServer } from './test/model-server.ts'

let server: Awaited<ReturnType<typeof startModelServer>>
let waits: number[]
let timers: Map<number, AbortController>

beforeEach(async () => {
  server = await startModelServer()
  waits = []
  timers = new Map()
})
afterEach(() => server.close())

function openModel(limits: Partial<Limits> = {}) {
  return openAiCompatibleModel({
    ...standInModel(server.baseUrl),
    limits: {
      wait: async (ms) => void waits.push(ms),
      timeout(ms) {
        const timer = new AbortController()
        timers.set(ms, timer)
        return timer.signal
      },
      ...limits,
    },
  })
}

const expire = (ms: number) => timers.get(ms)?.abort(new DOMException('Time is up.', 'TimeoutError'))
const called = (times: number) => vi.waitFor(() => expect(server.calls).toHaveLength(times), 15_000)
const city = { ...asking('Which city?'), schema: CITY, timeoutMs: 30_000 }
const OSLO = { say: ['{"city":"Oslo"}'] }

test('the time of a caller is for both rounds together', async () => {
  server.scriptEach({ say: ['no'] }, 'hang')
  const asked = openModel().object(city)
  await called(2)
  expire(30_000)
  await expect(asked).rejects.toMatchObject({ reason: 'timed_out', usage: { input_tokens: 12 } })
})

test.each([
  ['429 with its wait', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
  ['500', { status: 500 }, 500],
  ['a cut before the first word', { say: [], broken: 'cut' as const }, 500],
])('a call is tried again after %s', async (_, failing, wait) => {
  server.scriptEach(failing, OSLO)
  expect((await openModel().object(city)).value).toEqual({ city: 'Oslo' })
  expect(waits).toEqual([wait])
})

test('an answer that is cut off is no answer, and not sent back for repair', async () => {
  server.scriptEach({ say: ['{"city":"Os'], broken: 'cut' }, OSLO)
  await expect(openModel().object(city)).rejects.toMatchObject({ reason: 'unreachable' })
  expect(server.calls).toHaveLength(1)
})

test('a refusal is not tried again', async () => {
  server.scriptEach({ status: 401 })
  await expect(openModel().object(city)).rejects.toMatchObject({ reason: 'refused' })
  expect(server.calls).toHaveLength(1)
})

test('failures open the circuit breaker, answers that do not fit leave it closed', async () => {
  const model = openModel({ failuresToOpen: 2 })
  server.scriptEach({ say: ['no'] })
  await expect(model.object(city)).rejects.toMatchObject({ reason: 'unusable' })
  expect(model.isAvailable).toBe(true)
  server.scriptEach({ status: 500 })
  await expect(model.object(city)).rejects.toMatchObject({ reason: 'unreachable' })
  await expect(model.object(city)).rejects.toMatchObject({ reason: 'circuit_open' })
  expect(server.calls).toHaveLength(4)
})

test('one has a place like a reply, also while it is repaired', async () => {
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.scriptEach({ say: ['no'] }, { after, answer: OSLO })
  const model = openModel({ places: 1, line: 0 })
  const first = model.object(city)
  await called(2)
  await expect(model.object(city)).rejects.toMatchObject({ reason: 'overloaded' })
  answer()
  expect((await first).value).toEqual({ city: 'Oslo' })
  expect((await model.object(city)).value).toEqual({ city: 'Oslo' })
})
