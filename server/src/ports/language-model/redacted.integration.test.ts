import { Type } from 'typebox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseLanguageModel } from './choose.ts'
import { asking, CITY, openLedger, read, working } from './conformance.ts'
import type { LanguageModel, ModelRequest } from './port.ts'
import { standInModel, startModelServer } from './test/model-server.ts'

const KEY = `sk_live_${'a1'.repeat(12)}`
let server: Awaited<ReturnType<typeof startModelServer>>
let model: LanguageModel

beforeEach(async () => {
  server = await startModelServer()
  model = chooseLanguageModel({
    kind: null,
    ...standInModel(server.baseUrl),
    ledger: openLedger(),
    prices: { input: 0, output: 0 },
  })
})
afterEach(() => server.close())

const leaky: ModelRequest = {
  ...asking(''),
  system: `The key is ${KEY}.`,
  messages: [{ role: 'user', content: `password=hunter2 and swordfish` }],
  secrets: ['swordfish'],
}
const sent = () => JSON.stringify(server.calls.map(({ body }) => body))

test('no secret of the instructions or the messages leaves', async () => {
  await read(model.reply(leaky))
  await model.text(leaky)
  server.scriptEach({ say: ['{"city":"Oslo"}'] })
  await model.object({ ...leaky, schema: CITY })
  expect(server.calls).toHaveLength(3)
  expect(sent()).not.toMatch(/sk_live|hunter2|swordfish/)
  expect(server.calls[0]?.body.messages).toEqual([
    { role: 'system', content: 'The key is [redacted].' },
    { role: 'user', content: 'password=[redacted] and [redacted]' },
  ])
})

test('nor one that a tool returns', async () => {
  server.scriptEach({ call: [{ name: 'look', input: {} }] }, { say: ['Done.'] })
  const look = {
    name: 'look',
    description: 'Looks it up',
    input: Type.Object({}),
    run: async () => ({ token: 'abc', note: `swordfish, ${KEY}`, count: 3 }),
  }
  await read(model.reply({ ...leaky, tools: [look] }))
  expect(server.calls[1]?.body.messages.at(-1).content).toBe(
    '{"token":"[redacted]","note":"[redacted], [redacted]","count":3}',
  )
  expect(sent()).not.toMatch(/sk_live|swordfish/)
})

test('a schema may ask for what is named like a secret', async () => {
  server.scriptEach({ say: ['{"password":"none given"}'] })
  const schema = Type.Object({ password: Type.String() })
  expect((await model.object({ ...asking('Which?'), schema })).value).toEqual({ password: 'none given' })
  expect(server.calls[0]?.body.messages[0].content).toContain('"password":{"type":"string"}')
})

test('a turn shows code as it is, without the secrets in it', async () => {
  const call = { id: 'c1', name: 'stock', input: { item: `hat ${KEY}`, note: 'swordfish' } }
  await model.turn({
    ...working(''),
    system: `The key is ${KEY}.`,
    secrets: ['swordfish'],
    messages: [
      { role: 'user', content: 'Add function login(password: string), not swordfish' },
      { role: 'assistant', content: `Using ${KEY}`, calls: [call] },
      { role: 'tool', call_id: 'c1', name: 'stock', content: "const password = 'hush'", is_error: false },
    ],
  })
  expect(sent()).not.toMatch(/sk_live|hush|swordfish/)
  expect(server.calls[0]?.body.messages).toMatchObject([
    { content: 'The key is [redacted].' },
    { content: 'Add function login(password: string), not [redacted]' },
    { tool_calls: [{ function: { arguments: '{"item":"hat [redacted]","note":"[redacted]"}' } }] },
    { content: "const password = '[redacted]'" },
  ])
})
