import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppPerson } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type ModelCall, startModelServer } from '../../../ports/language-model/test/model-server.ts'

const model = useStarted(startModelServer)
const app = useApp(() => ({ rate_limits: 'off', ...model.settings }))
const { owner } = useTeam(app)
let shop: { id: string }
let ada: AppPerson
let eve: AppPerson

const SCHEMAS = {
  Order: {
    properties: {
      item: { type: 'string' },
      price: { type: 'number' },
      margin: { type: 'number', rls: { read: { user_condition: { role: 'admin' } } } },
      secret: { type: 'string', rls: { read: false } },
    },
    rls: {
      read: { created_by: '{{user.email}}' },
      update: { created_by: '{{user.email}}' },
      delete: { user_condition: { role: 'admin' } },
    },
  },
  Note: { properties: { text: { type: 'string' } } },
}

beforeAll(async () => {
  shop = await app.make.app(owner, { public_settings: 'public_with_login' })
  ada = await app.make.appUser(shop)
  eve = await app.make.appUser(shop)
  await app.as(owner).schemas.replace_all({ app_id: shop.id }, { entityNameToSchema: SCHEMAS })
  const tool_configs = [
    { entity_name: 'Order', allowed_operations: ['read', 'create', 'update', 'delete', 'fly'] },
    { entity_name: 'Note', allowed_operations: ['read'] },
    { entity_name: 'Unknown', allowed_operations: ['read'] },
    { function_name: 'sendInvoice', description: 'x' },
  ]
  await app.as(owner).app_agents.configure({ app_id: shop.id }, [
    { name: 'clerk', instructions: 'Be brief.', tool_configs },
    { name: 'plain', instructions: 'Be brief.' },
  ])
})
beforeEach(() => {
  model.calls.length = 0
})

/** Says something to the agent, which uses these tools one after the other and then answers. */
async function talk(token: string, uses: { name: string; input: unknown }[], agent_name = 'clerk') {
  const client = app.as(token)
  const { id } = await client.app_conversations.create({ app_id: shop.id }, { agent_name })
  model.scriptEach(...(uses.map((one) => ({ call: [one] })) as [never]), { say: ['Done.'] })
  const place = { app_id: shop.id, conversation_id: id }
  await client.app_messages.send(place, { content: 'Please' })
  await app.atrium.jobs.drain()
  const { messages } = await client.app_conversations.read(place)
  return messages.at(-1)
}

/** What the model was given about the tools it used. */
const outputs = () =>
  (model.calls.at(-1)?.body.messages ?? [])
    .filter(({ role }: { role: string }) => role === 'tool')
    .map(({ content }: { content: string }) => JSON.parse(content))
const offered = (call: ModelCall | undefined) =>
  (call?.body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name)

test('an agent is offered what its configuration allows, of entities that there are', async () => {
  await talk(ada.token, [])
  expect(offered(model.calls[0])).toEqual([
    'read_Order',
    'create_Order',
    'update_Order',
    'delete_Order',
    'read_Note',
  ])
  const [read] = model.calls[0]?.body.tools ?? []
  expect(read.function.description).toBe(
    'Find records of Order. Fields: item (string), price (number), margin (number), id, created_date, updated_date.',
  )
  model.calls.length = 0
  await talk(ada.token, [], 'plain')
  expect(offered(model.calls[0])).toEqual([])
})

describe('with the rules of the person who speaks, an agent', () => {
  test('makes and finds records', async () => {
    const reply = await talk(ada.token, [
      { name: 'create_Order', input: { values: { item: 'Tea', price: 2, margin: 1, other: 'dropped' } } },
      { name: 'read_Order', input: { filter: { price: { $lt: 5 } }, sort: '-price', limit: 5 } },
    ])
    expect(reply).toMatchObject({ role: 'assistant', content: 'Done.' })
    const [made, found] = outputs()
    expect(made).toMatchObject({ item: 'Tea', price: 2, created_by: ada.email })
    expect(made).not.toHaveProperty('margin')
    expect(found.records).toMatchObject([{ id: made.id, item: 'Tea' }])
    expect(found.records[0]).not.toHaveProperty('margin')
    expect(found.records[0]).not.toHaveProperty('other')

    await talk(eve.token, [{ name: 'read_Order', input: {} }])
    expect(outputs()).toEqual([{ records: [] }])
    await talk(owner.token, [{ name: 'read_Order', input: {} }])
    expect(outputs()).toEqual([{ records: [] }])
  })

  test('is refused what they are refused, and is shown why', async () => {
    const order = await app
      .as(ada.token)
      .records.create({ app_id: shop.id, entity_name: 'Order' }, { item: 'Cake', price: 4 })
    const id = order.id
    await talk(eve.token, [
      { name: 'update_Order', input: { id, values: { price: 1 } } },
      { name: 'delete_Order', input: { id } },
      { name: 'read_Order', input: { filter: { margin: 1 } } },
      { name: 'update_Order', input: { id: 'rec_none', values: {} } },
    ])
    expect(outputs()).toMatchObject([
      { error: 'row_rule_refused' },
      { error: 'row_rule_refused' },
      { error: 'validation_error' },
      { error: 'record_not_found' },
    ])
    await talk(ada.token, [
      { name: 'update_Order', input: { id, values: { price: 'much' } } },
      { name: 'update_Order', input: { id, values: { price: 3 } } },
    ])
    expect(outputs()).toMatchObject([{ error: 'validation_error' }, { id, price: 3 }])
    await talk(owner.token, [{ name: 'delete_Order', input: { id } }])
    expect(outputs()).toEqual([{ success: true }])
  })

  test('cannot do what is not in its configuration, nor anything in another app', async () => {
    await talk(ada.token, [
      { name: 'create_Note', input: { values: { text: 'x' } } },
      { name: 'create_Order', input: { values: 'text' } },
    ])
    expect(JSON.stringify(model.calls.at(-1)?.body.messages)).not.toContain('"created_by"')
    expect(await app.as(owner).records.list({ app_id: shop.id, entity_name: 'Note' })).toEqual([])
  })

  test('reads only so much at once', async () => {
    await app.as(owner).records.bulk_create(
      { app_id: shop.id, entity_name: 'Note' },
      Array.from({ length: 50 }, () => ({ text: 'x'.repeat(2_000) })),
    )
    await talk(ada.token, [{ name: 'read_Note', input: { limit: 50 } }])
    const [{ records, left_out }] = outputs()
    expect(records.length).toBeGreaterThan(5)
    expect(records.length + left_out).toBe(50)
    expect(JSON.stringify(records).length).toBeLessThan(30_001)
  })
})

test('who has lost the app in the meantime can have nothing done in it', async () => {
  const guest = await app.make.person('viewer', { id: owner.workspace_id })
  const client = app.as(guest)
  const { id } = await client.app_conversations.create({ app_id: shop.id }, { agent_name: 'clerk' })
  await client.app_messages.send({ app_id: shop.id, conversation_id: id }, { content: 'Please' })
  await app.as(owner).members.remove({ email: guest.email })
  model.scriptEach(
    { call: [{ name: 'create_Order', input: { values: { item: 'Ghost' } } }] },
    { say: ['Done.'] },
  )
  await app.atrium.jobs.drain()
  expect(outputs()).toMatchObject([{ error: 'app_not_found' }])
})

test('an agent that goes on using tools is stopped', async () => {
  const { id } = await app
    .as(ada.token)
    .app_conversations.create({ app_id: shop.id }, { agent_name: 'clerk' })
  model.script(() => ({ call: [{ name: 'read_Note', input: { limit: 1 } }] }))
  await app.as(ada.token).app_messages.send({ app_id: shop.id, conversation_id: id }, { content: 'Please' })
  await app.atrium.jobs.drain()
  expect(model.calls.length).toBeLessThanOrEqual(8)
})
