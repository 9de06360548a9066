/** Turns whose tools the caller runs, over the protocol of chat completions. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { STOCK, working } from './conformance.ts'
import { type Limits, openAiCompatibleModel } from './openai-compatible.ts'
import { type Scripted, standInModel, startModelServer } from './test/model-server.ts'

let server: Awaited<ReturnType<typeof startModelServer>>
let waits: number[]
beforeEach(async () => {
  server = await startModelServer()
  waits = []
})
afterEach(() => server.close())

function openModel(limits: Partial<Limits> = {}) {
  return openAiCompatibleModel({
    ...standInModel(server.baseUrl),
    limits: { wait: async (ms) => void waits.push(ms), ...limits },
  })
}

const hats = { name: 'stock', input: { item: 'hat' } }

test('describes the tools, sends what was said and done, and makes one call', async () => {
  server.scriptEach({ say: ['Look', 'ing.'], call: [hats, { name: 'stock', input: { item: 'cap' } }] })
  const result = await openModel().turn({
    ...working(''),
    messages: [
      { role: 'user', content: 'How many hats?' },
      { role: 'assistant', content: 'I look.', calls: [{ id: 'c1', ...hats }] },
      { role: 'tool', call_id: 'c1', name: 'stock', content: 'Three', is_error: false },
      { role: 'assistant', content: '', calls: [{ id: 'c2', name: 'stock', input: 'half a{' }] },
      { role: 'tool', call_id: 'c2', name: 'stock', content: 'Not JSON', is_error: true },
      { role: 'user', content: 'And caps?' },
    ],
  })
  expect(result).toEqual({
    text: 'Looking.',
    calls: [
      { id: 'call-0', ...hats, is_invalid: false },
      { id: 'call-1', name: 'stock', input: { item: 'cap' }, is_invalid: false },
    ],
    usage: { input_tokens: 12, output_tokens: 7 },
    cost_micros: 0,
    finish: 'stop',
  })
  expect(server.calls).toHaveLength(1)
  const { messages, tools } = server.calls[0]?.body ?? {}
  expect(tools).toMatchObject([
    { type: 'function', function: { name: STOCK.name, description: STOCK.description } },
  ])
  const call = (id: string, text: string) => ({ id, function: { name: 'stock', arguments: text } })
  expect(messages).toMatchObject([
    { role: 'system' },
    { role: 'user', content: 'How many hats?' },
    { role: 'assistant', content: 'I look.', tool_calls: [call('c1', '{"item":"hat"}')] },
    { role: 'tool', tool_call_id: 'c1', content: 'Three' },
    // Servers refuse one that is not an object.
    { role: 'assistant', tool_calls: [call('c2', '{}')] },
    { role: 'tool', tool_call_id: 'c2', content: 'Not JSON' },
    { role: 'user', content: 'And caps?' },
  ])
})

test('a turn without calls is a text', async () => {
  server.scriptEach({ say: ['Three.'] })
  expect(await openModel().turn(working('How many?'))).toMatchObject({
    text: 'Three.',
    calls: [],
    finish: 'stop',
  })
})

test.each([
  ['an input that is not JSON', { name: 'stock', input: '{"item' }, '{"item'],
  ['a tool that is not there', { name: 'nope', input: { a: 1 } }, { a: 1 }],
])('%s comes back with a mark', async (_, call, input) => {
  server.scriptEach({ call: [call, hats] })
  const { calls } = await openModel().turn(working('How many?'))
  expect(calls).toMatchObject([
    { name: call.name, input, is_invalid: true },
    { ...hats, is_invalid: false },
  ])
})

test('one that was cut off by the limit of the model says so', async () => {
  server.scriptEach({ say: ['Look'], call: [{ name: 'stock', input: '{"item": "h' }], finish: 'length' })
  const result = await openModel().turn(working('How many?'))
  expect(result.finish).toBe('length')
  expect(result.calls.every(({ is_invalid }) => is_invalid)).toBe(true)
})

test('a server that does not count is estimated, with what the calls say', async () => {
  server.scriptEach({ call: [{ name: 'stock', input: { item: 'x'.repeat(400) } }], usage: null })
  const { usage } = await openModel().turn(working('How many?'))
  expect(usage.output_tokens).toBeGreaterThan(100)
})

test.each<[string, Scripted, string]>([
  ['an empty one', { say: [] }, 'unusable'],
  ['one that is withheld', { say: [], finish: 'content_filter' }, 'refused'],
  ['one that breaks off', { say: ['We'], broken: 'cut' }, 'unreachable'],
  ['a refusal', { status: 401 }, 'refused'],
])('%s is a failure', async (_, scripted, reason) => {
  server.scriptEach(scripted)
  await expect(openModel().turn(working('How many?'))).rejects.toMatchObject({
    name: 'ModelUnavailable',
    reason,
  })
  expect(server.calls).toHaveLength(1)
})

test('is tried again after a failure that passes, and opens the circuit breaker with one that stays', async () => {
  const model = openModel({ failuresToOpen: 2 })
  server.scriptEach({ status: 429, headers: { 'retry-after': '7' } }, { call: [hats] })
  expect((await model.turn(working('How many?'))).calls).toHaveLength(1)
  expect(waits).toEqual([7_000])
  server.scriptEach({ status: 500 })
  await expect(model.turn(working('How many?'))).rejects.toMatchObject({ reason: 'unreachable' })
  expect(model.isAvailable).toBe(false)
  await expect(model.turn(working('How many?'))).rejects.toMatchObject({ reason: 'circuit_open' })
})

test('has a place like a reply', async () => {
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.scriptEach({ after, answer: { call: [hats] } })
  const model = openModel({ places: 1, line: 0 })
  const first = model.turn(working('How many?'))
  await expect(model.turn(working('How many?'))).rejects.toMatchObject({ reason: 'overloaded' })
  answer()
  expect((await first).calls).toHaveLength(1)
})

test('its time is over for the whole turn', async () => {
  server.scriptEach({ sayThenHang: ['We'] })
  const timers = new Map<number, AbortController>()
  const timeout = (ms: number) => {
    const timer = new AbortController()
    timers.set(ms, timer)
    return timer.signal
  }
  const asked = openModel({ timeout }).turn({ ...working('How many?'), timeoutMs: 30_000 })
  queueMicrotask(() => timers.get(30_000)?.abort(new DOMException('Time is up.', 'TimeoutError')))
  await expect(asked).rejects.toMatchObject({ reason: 'timed_out' })
})

test('an answer without an end is no answer', async () => {
  server.scriptEach({ say: Array.from({ length: 5 }, () => 'w'.repeat(1_000_000)) })
  await expect(openModel().turn(working('Hello'))).rejects.toMatchObject({ reason: 'unusable' })
  const input = JSON.stringify({ item: 'w'.repeat(4_100_000) })
  server.scriptEach({ call: [{ name: 'stock', input }] })
  await expect(openModel().turn(working('Hello'))).rejects.toMatchObject({ reason: 'unusable' })
})
