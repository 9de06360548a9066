import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asking, CITY, openLedger, read, working } from './conformance.ts'
import { meteredModel } from './metered.ts'
import { offlineModel } from './offline.ts'
import { openAiCompatibleModel } from './openai-compatible.ts'
import { BudgetUsed, type LanguageModel } from './port.ts'
import { standInModel, startModelServer } from './test/model-server.ts'

let server: Awaited<ReturnType<typeof startModelServer>>
let ledger: ReturnType<typeof openLedger>
let model: LanguageModel

beforeEach(async () => {
  server = await startModelServer()
  ledger = openLedger()
  const inner = openAiCompatibleModel({
    ...standInModel(server.baseUrl),
    limits: { wait: async () => {} },
  })
  model = meteredModel(inner, { ledger, prices: { input: 0.5, output: 2 } })
})
afterEach(() => server.close())

const USE = {
  workspace_id: 'ws_1',
  app_id: 'app_1',
  user_id: 'usr_1',
  feature: 'tests',
  model: 'stand-in',
}
const ROUND = { ...USE, input_tokens: 12, output_tokens: 7, cost_micros: 20 }
const TWO_ROUNDS = { ...USE, input_tokens: 24, output_tokens: 14, cost_micros: 40 }

describe('is recorded, with its price', () => {
  test('a reply', async () => {
    await read(model.reply(asking('Hello')))
    expect(ledger.uses).toEqual([ROUND])
  })

  test('a text', async () => {
    await model.text(asking('Hello'))
    expect(ledger.uses).toEqual([ROUND])
  })

  test('an object, with the round that repaired it', async () => {
    server.scriptEach({ say: ['no'] }, { say: ['{"city":"Oslo"}'] })
    await model.object({ ...asking('Which city?'), schema: CITY })
    expect(ledger.uses).toEqual([TWO_ROUNDS])
  })

  test('an object that fits neither time', async () => {
    server.scriptEach({ say: ['no'] })
    await expect(model.object({ ...asking('Which city?'), schema: CITY })).rejects.toMatchObject({
      reason: 'unusable',
    })
    expect(ledger.uses).toEqual([TWO_ROUNDS])
  })

  test('the first answer, when the server fails at the second', async () => {
    server.scriptEach({ say: ['no'] }, { status: 401 })
    await expect(model.object({ ...asking('Which city?'), schema: CITY })).rejects.toMatchObject({
      reason: 'refused',
    })
    expect(ledger.uses).toEqual([ROUND])
  })

  test('a turn, whose price the caller learns', async () => {
    expect(await model.turn(working('Hello'))).toMatchObject({ cost_micros: 20 })
    expect(ledger.uses).toEqual([ROUND])
    server.scriptEach({ say: [] })
    await expect(model.turn(working('Hello'))).rejects.toMatchObject({ reason: 'unusable' })
    expect(ledger.uses).toEqual([ROUND, ROUND])
  })

  test('an empty answer', async () => {
    server.scriptEach({ say: [] })
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'unusable' })
    expect(ledger.uses).toEqual([ROUND])
  })
})

describe('is estimated from its words', () => {
  const estimated = (said: string) => ({
    ...USE,
    input_tokens: Math.ceil(`${asking('').system}\nHello`.length / 4),
    output_tokens: Math.ceil(said.length / 4),
    cost_micros: expect.any(Number),
  })

  test('what a server does not count', async () => {
    server.scriptEach({ say: ['Hello', ' there'], usage: null })
    await model.text(asking('Hello'))
    expect(ledger.uses).toEqual([estimated('Hello there')])
  })

  test('what broke off', async () => {
    server.scriptEach({ say: ['We are open'], broken: 'cut' })
    await read(model.reply(asking('Hello')))
    await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'unreachable' })
    expect(ledger.uses).toEqual([estimated('We are open'), estimated('We are open')])
  })

  test('what nobody waited for', async () => {
    server.scriptEach({ sayThenHang: ['We are open'] })
    for await (const part of model.reply(asking('Hello'))) if (part.type === 'text') break
    expect(ledger.uses).toEqual([estimated('We are open')])
  })
})

test.each([
  [
    { prompt_tokens: 1e15, completion_tokens: 2.4 },
    { input_tokens: 1e9, output_tokens: 2 },
  ],
  [
    { prompt_tokens: -5, completion_tokens: 7 },
    { input_tokens: 0, output_tokens: 7 },
  ],
])('a count of %j is read as one that can be stored', async (usage, stored) => {
  server.scriptEach({ say: ['Hello'], usage })
  await model.text(asking('Hello'))
  expect(ledger.uses).toMatchObject([stored])
})

test('what nobody answered costs nothing', async () => {
  server.scriptEach({ status: 500 })
  await expect(model.text(asking('Hello'))).rejects.toMatchObject({ reason: 'unreachable' })
  expect(ledger.uses).toEqual([])
})

test('without a budget nothing is sent; what costs nothing needs none', async () => {
  const used = new BudgetUsed({ quota: 'tokens', limit: 5, retryInSeconds: 60 })
  ledger.requireBudget = () => Promise.reject(used)
  await expect(read(model.reply(asking('Hello')))).rejects.toBe(used)
  await expect(model.text(asking('Hello'))).rejects.toBe(used)
  await expect(model.object({ ...asking('Hello'), schema: CITY })).rejects.toBe(used)
  await expect(model.turn(working('Hello'))).rejects.toBe(used)
  expect(used.reason).toBe('budget_used')
  expect(server.calls).toEqual([])
  expect(ledger.uses).toEqual([])

  const free = meteredModel(offlineModel(), { ledger, prices: null })
  await free.text(asking('Hello'))
  expect(ledger.uses).toMatchObject([{ model: 'offline', cost_micros: 0 }])
})
