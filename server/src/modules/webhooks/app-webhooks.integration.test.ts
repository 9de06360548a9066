/** The webhooks of an app: as those of an agent, with other events, a choice of entities, and in every plan. */
import { type ClientOperation, operations } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { useMade, useStarted } from '../../../test/use-started.ts'
import { recordEvent } from './record-event.ts'
import { type Received, startEndpoint } from './test/endpoint.ts'
import { endDelivery } from './test/webhook-rows.ts'

const app = useApp({ rate_limits: 'off', role: 'api', outbound_allow: ['127.0.0.0/8'] })
const endpoint = useStarted(startEndpoint)
const owner = useMade(async () => app.make.person('owner', await app.make.workspace({ plan: 'free' })))

const HOOK = { target_url: 'https://hooks.example.com/a', events: ['entity.updated' as const] }
const newApp = async (of: Person = owner) => ({ app_id: (await app.make.app(of)).id })

function happen(app_id: string, type: string, entity_name: string) {
  return recordEvent(app.atrium.db, {
    app_id,
    source: 'app',
    type,
    order_key: 'rec_1',
    entity_name,
    happened_at: app.clock.now(),
    payload: { app_id, entity_name, data: { record: { id: 'rec_1' } } },
  })
}

describe('an app', () => {
  test('has webhooks with entities, in any plan', async () => {
    const of = await newApp()
    const client = app.as(owner)
    const { status, body: webhook } = await client.request(operations.app_webhooks.create, {
      params: of,
      body: { ...HOOK, entity_names: ['Order', 'Customer', 'Order'], generate_secret: true },
    })
    expect(status).toBe(201)
    const { secret, ...rest } = webhook
    expect(secret).toMatch(/^whsec_/)
    expect(rest).toEqual({
      id: expect.stringMatching(/^whk_/),
      target_url: HOOK.target_url,
      events: ['entity.updated'],
      entity_names: ['Order', 'Customer'],
      description: null,
      has_secret: true,
      last_trigger_time: null,
      last_error: null,
      consecutive_failures: 0,
      disabled_at: null,
      created_date: expect.stringMatching(/Z$/),
      updated_date: rest.created_date,
    })
    const at = { ...of, webhook_id: webhook.id }
    expect(await client.app_webhooks.read(at)).toEqual(rest)
    expect(await client.app_webhooks.list(of)).toEqual({ items: [rest] })
    expect(await client.app_webhooks.delete(at)).toEqual({ deleted: true })
    expect(await client.app_webhooks.list(of)).toEqual({ items: [] })
    const { items } = await client.audit.list({ app_id: of.app_id })
    expect(items.map(({ action }) => action)).toEqual(['app_webhooks.delete', 'app_webhooks.create'])
    expect(JSON.stringify(items)).not.toContain(secret)
  })

  test('has 5 next to those that it has as an agent', async () => {
    const client = app.as(await app.make.person('owner'))
    const { id } = await client.agents.create({ name: 'Support', instructions: 'Be brief.' })
    for (let i = 0; i < 5; i++) {
      await client.webhooks.create({ agent_id: id }, { ...HOOK, events: ['message.created'] })
      await client.app_webhooks.create({ app_id: id }, HOOK)
    }
    const refusal = { status: 409, code: 'webhook_limit_reached' }
    await expect(client.app_webhooks.create({ app_id: id }, HOOK)).rejects.toMatchObject(refusal)
    expect((await client.webhooks.list({ agent_id: id })).items).toHaveLength(5)
    expect((await client.app_webhooks.list({ app_id: id })).items).toHaveLength(5)
  })

  test('tells of the events and entities that were chosen', async () => {
    const of = await newApp()
    const client = app.as(owner)
    const orders = await client.app_webhooks.create(of, { ...HOOK, entity_names: ['Order'] })
    const all = await client.app_webhooks.create(of, {
      ...HOOK,
      events: ['entity.updated', 'entity.deleted'],
    })
    expect(await happen(of.app_id, 'entity.created', 'Order')).toBe(false)
    await happen(of.app_id, 'entity.updated', 'Order')
    await happen(of.app_id, 'entity.updated', 'Customer')
    await happen(of.app_id, 'entity.deleted', 'Order')
    const reported = async (webhook_id: string) =>
      (await client.app_deliveries.list({ ...of, webhook_id })).items.map(({ event_type }) => event_type)
    expect(await reported(orders.id)).toEqual(['entity.updated'])
    expect(await reported(all.id)).toEqual(['entity.deleted', 'entity.updated', 'entity.updated'])
  })
})

describe('app_webhooks.update', () => {
  test('changes entities, and null chooses all of them again', async () => {
    const of = await newApp()
    const client = app.as(owner)
    const made = await client.app_webhooks.create(of, { ...HOOK, description: 'Orders' })
    const at = { ...of, webhook_id: made.id }
    app.clock.move(1)
    const nulls = { target_url: null, events: null, enabled: null, signing: null }
    expect(await client.app_webhooks.update(at, nulls)).toEqual(made)
    const chosen = await client.app_webhooks.update(at, { entity_names: ['B', 'A', 'B'] })
    expect(chosen).toMatchObject({ entity_names: ['B', 'A'], description: 'Orders' })
    expect(await client.app_webhooks.update(at, { entity_names: null })).toMatchObject({ entity_names: null })
    const more = { events: ['entity.created' as const], enabled: false, signing: 'rotate' as const }
    expect(await client.app_webhooks.update(at, more)).toMatchObject({
      events: ['entity.created'],
      disabled_at: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
    })
    const { items } = await client.audit.list({ app_id: of.app_id, action: 'app_webhooks.update' })
    expect(items.map(({ detail }) => detail)).toEqual([
      more,
      { entity_names: null },
      { entity_names: ['B', 'A'] },
    ])
  })

  test.each<[object, unknown[]]>([
    [{ events: ['message.created'] }, ['body', 'events', 0]],
    [{ entity_names: [] }, ['body', 'entity_names']],
    [{ entity_names: [''] }, ['body', 'entity_names', 0]],
    [{ entity_names: 'Order' }, ['body', 'entity_names']],
    [{ entity_names: Array(101).fill('Order') }, ['body', 'entity_names']],
    [{ target_url: 'https://169.254.169.254/' }, ['body', 'target_url']],
  ])('refuses %j', async (body, loc) => {
    const of = await newApp()
    const { id } = await app.as(owner).app_webhooks.create(of, HOOK)
    const updated = app.as(owner).app_webhooks.update({ ...of, webhook_id: id }, body)
    await expect(updated).rejects.toMatchObject({ status: 422, fields: [expect.objectContaining({ loc })] })
  })
})

test('a test and a redelivery reach the endpoint', async () => {
  const of = await newApp()
  const client = app.as(owner)
  const path = `/${of.app_id}`
  const { id } = await client.app_webhooks.create(of, { ...HOOK, target_url: endpoint.url(path) })
  const at = { ...of, webhook_id: id }
  expect(await client.app_webhooks.test(at)).toMatchObject({ ok: true, status_code: 200 })
  await happen(of.app_id, 'entity.updated', 'Order')
  const { items } = await client.app_deliveries.list(at)
  const delivery_id = items[0]?.id ?? ''
  expect(await client.app_deliveries.redeliver({ ...at, delivery_id })).toMatchObject({
    attempts: [{ trigger: 'manual', status_code: 200 }],
  })
  const bodies = (endpoint.received(path) as Received[]).map(({ body }) => JSON.parse(body))
  expect(bodies).toMatchObject([
    { type: 'entity.updated', app_id: of.app_id, test: true, data: { record: { id: 'rec_sample' } } },
    { type: 'entity.updated', app_id: of.app_id, entity_name: 'Order', data: { record: { id: 'rec_1' } } },
  ])
  const audit = await client.audit.list({ app_id: of.app_id, action: 'app_deliveries.redeliver' })
  expect(audit.items).toHaveLength(1)
})

const { app_webhooks, app_deliveries } = operations
const OF_APP: readonly ClientOperation[] = [app_webhooks.create, app_webhooks.list]
const OF_WEBHOOK: readonly ClientOperation[] = [
  app_webhooks.read,
  app_webhooks.update,
  app_webhooks.delete,
  app_webhooks.test,
  app_deliveries.list,
  app_deliveries.read,
  app_deliveries.stats,
  app_deliveries.redeliver,
  app_deliveries.redeliver_failed,
]

const BODIES: Record<string, object> = {
  'app_webhooks.create': HOOK,
  'app_webhooks.update': {},
  'app_deliveries.redeliver_failed': {},
}

/** The refusal as it was sent, without what differs by request. */
async function refusalOf(who: Person | string, operation: ClientOperation, params: object) {
  const body = BODIES[operation.name]
  const at = { webhook_id: 'whk_unknown', delivery_id: 'dlv_unknown', ...params }
  const asked = app.as(who).request(operation, { params: at, ...(body && { body }) })
  const error = await asked.then(
    () => null,
    (refused) => refused,
  )
  const { request_id: _, ...answer } = error?.body ?? {}
  return { status: error?.status, ...answer }
}

const byName = (some: readonly ClientOperation[]) =>
  some.map((operation) => [operation.name, operation] as const)

describe.each(byName([...OF_APP, ...OF_WEBHOOK]))('%s', (_, operation) => {
  test('refuses a viewer, and finds no app of others', async () => {
    const of = await newApp()
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    expect(await refusalOf(viewer, operation, of)).toMatchObject({ status: 403, code: 'editor_required' })
    const unknown = await refusalOf(owner, operation, { app_id: 'app_unknown' })
    expect(unknown).toMatchObject({ status: 404, code: 'app_not_found' })
    const limited = await app.make.token(owner, { app_ids: [(await newApp()).app_id] })
    for (const who of [await app.make.person('owner'), limited])
      expect(await refusalOf(who, operation, of)).toEqual(unknown)
  })
})

describe.each(byName(OF_WEBHOOK))('%s', (_, operation) => {
  test('finds only webhooks of this app', async () => {
    const [of, sibling] = [await newApp(), await newApp()]
    const unknown = await refusalOf(owner, operation, of)
    expect(unknown).toMatchObject({ status: 404, code: 'webhook_not_found' })
    const { id: webhook_id } = await app.as(owner).app_webhooks.create(sibling, HOOK)
    expect(await refusalOf(owner, operation, { ...of, webhook_id })).toEqual(unknown)
  })
})

test('a delivery that is not there is missing', async () => {
  const of = await newApp()
  const { id: webhook_id } = await app.as(owner).app_webhooks.create(of, HOOK)
  for (const operation of [app_deliveries.redeliver, app_deliveries.read])
    expect(await refusalOf(owner, operation, { ...of, webhook_id })).toMatchObject({
      status: 404,
      code: 'delivery_not_found',
    })
})

test('what failed is read in detail, counted, and sent again while the webhook is on', async () => {
  const of = await newApp()
  const client = app.as(owner)
  const { id: webhook_id } = await client.app_webhooks.create(of, HOOK)
  const at = { ...of, webhook_id }
  await happen(of.app_id, 'entity.updated', 'Order')
  const [item] = (await client.app_deliveries.list(at)).items
  const delivery_id = item?.id ?? ''
  await endDelivery(app.atrium.db, delivery_id, 'failed')
  const read = await client.app_deliveries.read({ ...at, delivery_id })
  expect(JSON.parse(read.payload)).toMatchObject({ type: 'entity.updated', app_id: of.app_id })
  expect((await client.app_deliveries.stats(at)).items).toHaveLength(24)
  expect(await client.app_deliveries.redeliver_failed(at, {})).toEqual({ queued: 1, has_more: false })
  await client.app_webhooks.update(at, { enabled: false })
  expect(await refusalOf(owner, app_deliveries.redeliver_failed, at)).toMatchObject({
    status: 409,
    code: 'webhook_off',
  })
})
