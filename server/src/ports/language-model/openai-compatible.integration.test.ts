import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { systemClock } from '../../platform/clock.ts'
import { asking, CITY, read, words } from './conformance.ts'
import { openAiCompatibleModel } from './openai-compatible.ts'
import { type LanguageModel, ModelUnavailable, type Tool } from './port.ts'
import { startModelServer } from './test/model-server.ts'

let server: Awaited<ReturnType<typeof startModelServer>>
let log: ReturnType<typeof collectedLog>
let model: LanguageModel

beforeEach(async () => {
  server = await startModelServer()
  log = collectedLog()
  model = openAiCompatibleModel({
    baseUrl: server.baseUrl,
    model: 'stand-in',
    apiKey: 'sk-very-secret',
    fetch,
    clock: systemClock,
    log,
    limits: { wait: async () => {} },
  })
})
afterEach(() => server.close())

test('sends model, key, instructions and messages, and asks for a stream', async () => {
  await model.text(asking('When are you open?'))
  expect(server.calls).toHaveLength(1)
  expect(server.calls[0]?.headers.authorization).toBe('Bearer sk-very-secret')
  expect(server.calls[0]?.body).toMatchObject({
    model: 'stand-in',
    stream: true,
    messages: [
      { role: 'system', content: asking('').system },
      { role: 'user', content: 'When are you open?' },
    ],
  })
})

test('names the model, and logs tokens and time under the feature without the words', async () => {
  server.scriptEach({ say: ['Answered.'] })
  await model.text(asking('A private question?'))
  expect(model.name).toBe('stand-in')
  expect(log.lines.at(-1)).toMatchObject({
    feature: 'tests',
    model: 'stand-in',
    input_tokens: 12,
    output_tokens: 7,
    duration_ms: expect.any(Number),
  })
  expect(log.text()).not.toMatch(/private question|Answered\./)
})

test('says when the model’s limit cut the answer off', async () => {
  server.scriptEach({ say: ['We are'], finish: 'length' })
  expect(await model.text(asking('Hello'))).toMatchObject({ text: 'We are', finish: 'length' })
})

test('takes an empty answer and a withheld one for failures', async () => {
  server.scriptEach({ say: [] })
  await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'unusable' })
  server.scriptEach({ say: [], finish: 'content_filter' })
  await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'refused' })
})

test.each(['cut', 'ended', 'error'] as const)(
  'never takes a stream that is %s for a whole answer',
  async (broken) => {
    server.scriptEach({ say: ['We are'], broken })
    const parts = await read(model.reply(asking('Hello')))
    expect(words(parts)).toBe('We are')
    expect(parts.at(-1)).toMatchObject({ finish: 'error', failure: { reason: 'unreachable' } })
  },
)

describe('tools', () => {
  const ran: unknown[] = []
  const stock: Tool = {
    name: 'stock',
    description: 'How many there are',
    input: Type.Object({ item: Type.String() }),
    async run(input) {
      ran.push(input)
      return { count: 3 }
    },
  }
  beforeEach(() => void ran.splice(0))
  const withTools = (tool: Tool, changes = {}) => ({ ...asking('How many hats?'), tools: [tool], ...changes })

  test('are run, shown to the reader, and answered to the model', async () => {
    server.scriptEach(
      { say: ['Looking. '], call: [{ name: 'stock', input: { item: 'hat' } }] },
      { say: ['Three.'] },
    )
    const parts = await read(model.reply(withTools(stock)))
    expect(parts).toEqual([
      { type: 'text', text: 'Looking. ' },
      { type: 'tool', name: 'stock', input: { item: 'hat' }, output: { count: 3 } },
      { type: 'text', text: 'Three.' },
      { type: 'done', usage: { input_tokens: 24, output_tokens: 14 }, finish: 'stop', failure: null },
    ])
    expect(server.calls[0]?.body.tools[0].function).toMatchObject({
      name: 'stock',
      description: stock.description,
    })
    expect(server.calls[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool', content: '{"count":3}' })
  })

  test('never see an input that does not fit', async () => {
    server.scriptEach({ call: [{ name: 'stock', input: { item: 7 } }] }, { say: ['Sorry.'] })
    const parts = await read(model.reply(withTools(stock)))
    expect(ran).toEqual([])
    expect(parts[0]).toMatchObject({
      type: 'tool',
      output: { error: expect.stringContaining('must be string') },
    })
    expect(words(parts)).toBe('Sorry.')
  })

  test.each([
    ['that do not exist', { name: 'nope', input: {} }],
    ['with an input that is not JSON', { name: 'stock', input: '{"item' }],
  ])('%s are answered with an error, and the reply goes on', async (_, call) => {
    server.scriptEach({ call: [call] }, { say: ['Sorry.'] })
    const parts = await read(model.reply(withTools(stock)))
    expect(parts[0]).toMatchObject({ type: 'tool', name: call.name, output: { error: expect.any(String) } })
    expect(parts.slice(1)).toMatchObject([{ text: 'Sorry.' }, { finish: 'stop' }])
  })

  test('that throw are logged, and the model learns only that they failed', async () => {
    const failing = { ...stock, run: () => Promise.reject(new Error('row 17 of the ledger')) }
    server.scriptEach({ call: [{ name: 'stock', input: { item: 'hat' } }] }, { say: ['Sorry.'] })
    await read(model.reply(withTools(failing)))
    expect(JSON.stringify(server.calls[1]?.body)).not.toContain('ledger')
    expect(server.calls[1]?.asked).toContain('The tool failed.')
    expect(log.text()).toContain('row 17 of the ledger')
  })

  test('are taken away in the last step', async () => {
    server.script(({ body }) =>
      body.tool_choice === 'none'
        ? { say: ['Enough.'] }
        : { call: [{ name: 'stock', input: { item: 'hat' } }] },
    )
    const parts = await read(model.reply(withTools(stock, { maxSteps: 3 })))
    expect(server.calls).toHaveLength(3)
    expect(parts.map(({ type }) => type)).toEqual(['tool', 'tool', 'text', 'done'])
  })

  test('are informed when the caller leaves', async () => {
    const caller = new AbortController()
    const slow: Tool = {
      ...stock,
      run: (_input, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          caller.abort(new Error('gone'))
        }),
    }
    server.scriptEach({ call: [{ name: 'stock', input: { item: 'hat' } }] })
    await expect(read(model.reply(withTools(slow, { signal: caller.signal })))).rejects.toThrow('gone')
  })
})

describe('objects', () => {
  const city = { ...asking('Which city?'), schema: CITY }

  test('are asked for with the schema, which the model can read as well', async () => {
    server.scriptEach({ say: ['{"city":"Oslo"}'] })
    expect(await model.object(city)).toEqual({
      value: { city: 'Oslo' },
      usage: { input_tokens: 12, output_tokens: 7 },
    })
    const { response_format, messages } = server.calls[0]?.body ?? {}
    expect(response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { strict: false, schema: { properties: { city: { type: 'string' } } } },
    })
    expect(messages[0].content).toContain('"minLength":1')
  })

  test('may come in a block of Markdown', async () => {
    server.scriptEach({ say: ['```json\n{"city":', '"Oslo"}\n```'] })
    expect((await model.object(city)).value).toEqual({ city: 'Oslo' })
  })

  test.each(['{"city":""}', '{"town":"Oslo"}', 'Oslo, of course', '{"city":"Os'])(
    'that come as %s are sent back once',
    async (wrong) => {
      server.scriptEach({ say: [wrong] }, { say: ['{"city":"Oslo"}'] })
      const { value, usage } = await model.object(city)
      expect(value).toEqual({ city: 'Oslo' })
      expect(usage).toEqual({ input_tokens: 24, output_tokens: 14 })
      expect(server.calls[1]?.asked).toMatch(/^That does not fit: /)
      expect(server.calls[1]?.body.messages.at(-2)).toMatchObject({ role: 'assistant', content: wrong })
    },
  )

  test('that do not fit the second time are given up', async () => {
    server.scriptEach({ say: ['no'] })
    const given = model.object(city)
    await expect(given).rejects.toBeInstanceOf(ModelUnavailable)
    await expect(given).rejects.toMatchObject({ reason: 'unusable' })
    expect(server.calls).toHaveLength(2)
  })
})
