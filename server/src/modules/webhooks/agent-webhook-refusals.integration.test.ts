/** Who may do what with the webhooks of an agent: the same for every operation, in the same order. */
import { type ClientOperation, operations } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)
let agent: { agent_id: string }
let webhook_id: string

beforeAll(async () => {
  agent = await newAgent(owner)
  webhook_id = (await app.as(owner).webhooks.create(agent, HOOK)).id
})

const HOOK = { target_url: 'https://hooks.example.com/a', events: ['message.completed' as const] }
const { webhooks, deliveries } = operations
const OF_AGENT: readonly ClientOperation[] = [webhooks.create, webhooks.list]
const OF_WEBHOOK: readonly ClientOperation[] = [
  webhooks.read,
  webhooks.update,
  webhooks.delete,
  webhooks.test,
  deliveries.list,
  deliveries.read,
  deliveries.stats,
  deliveries.redeliver,
  deliveries.redeliver_failed,
]
const ALL = [...OF_AGENT, ...OF_WEBHOOK]
const BODIES: Record<string, object> = {
  'webhooks.create': HOOK,
  'webhooks.update': { enabled: false },
  'deliveries.redeliver_failed': {},
}

async function newAgent(of: Person, kind: 'app' | 'agent' = 'agent') {
  return { agent_id: (await app.make.app(of, { kind })).id }
}

/** The refusal as it was sent, without what differs by request. */
async function refusalOf(who: Person | string, operation: ClientOperation, params: object, body?: unknown) {
  const at = { webhook_id, delivery_id: 'dlv_unknown', ...params }
  const sent = body ?? BODIES[operation.name]
  const refused = await app
    .as(who)
    .request(operation, { params: at, ...(sent !== undefined && { body: sent }) })
    .then(
      () => null,
      (error) => error,
    )
  const { request_id: _, ...answer } = refused?.body ?? {}
  return { status: refused?.status, ...answer }
}

describe.each(ALL.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('refuses a viewer, and a guest who may only look, with 403', async () => {
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    const guest = await app.make.person('guest', { id: owner.workspace_id })
    await app.make.collaborator({ id: agent.agent_id }, guest, 'viewer')
    for (const who of [viewer, guest])
      expect(await refusalOf(who, operation, agent)).toMatchObject({ status: 403, code: 'editor_required' })
  })

  test('refuses a viewer of the workspace who is an editor of the agent with 403', async () => {
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    await app.make.collaborator({ id: agent.agent_id }, viewer, 'editor')
    expect(await refusalOf(viewer, operation, agent)).toMatchObject({ status: 403, code: 'editor_required' })
  })

  test('refuses an app that is not an agent with 400', async () => {
    const plain = await newAgent(owner, 'app')
    expect(await refusalOf(owner, operation, plain)).toMatchObject({ status: 400, code: 'not_an_agent' })
  })

  test('does not tell an agent of others from one that is not there', async () => {
    const stranger = await app.make.person('owner')
    const guest = await app.make.person('guest', { id: owner.workspace_id })
    const other = await newAgent(owner)
    const limited = await app.make.token(owner, { app_ids: [other.agent_id] })
    const unknown = await refusalOf(owner, operation, { agent_id: 'app_unknown' })
    expect(unknown).toMatchObject({ status: 404, code: 'agent_not_found' })
    for (const who of [stranger, guest, limited])
      expect(await refusalOf(who, operation, agent)).toEqual(unknown)
  })

  test.each(['free', 'starter'])(
    'refuses the plan %s with 402, after the app and before the webhook',
    async (plan) => {
      const person = await app.make.person('owner', await app.make.workspace({ plan }))
      const refused = await refusalOf(person, operation, await newAgent(person))
      expect(refused).toMatchObject({ status: 402, code: 'plan_upgrade_required' })
      const plain = await newAgent(person, 'app')
      expect(await refusalOf(person, operation, plain)).toMatchObject({ status: 400 })
    },
  )

  test('looks at the input before it looks for the agent', async () => {
    const nowhere = { agent_id: 'x'.repeat(129) }
    expect(await refusalOf(owner, operation, nowhere)).toMatchObject({
      status: 422,
      code: 'validation_error',
    })
    if (operation.input !== 'body' || operation === deliveries.redeliver_failed) return
    const wrong = { target_url: 'http://example.com/', events: HOOK.events }
    expect(await refusalOf(owner, operation, { agent_id: 'app_unknown' }, wrong)).toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'target_url'] }],
    })
  })
})

describe.each(OF_WEBHOOK.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('finds only webhooks of this agent, and says the same of all others', async () => {
    const unknown = await refusalOf(owner, operation, { ...agent, webhook_id: 'whk_unknown' })
    expect(unknown).toMatchObject({ status: 404, code: 'webhook_not_found' })
    const sibling = await newAgent(owner)
    expect(await refusalOf(owner, operation, sibling)).toEqual(unknown)
    const ofApp = await app
      .as(owner)
      .app_webhooks.create({ app_id: agent.agent_id }, { ...HOOK, events: ['entity.created'] })
    expect(await refusalOf(owner, operation, { ...agent, webhook_id: ofApp.id })).toEqual(unknown)
    await app.as(owner).app_webhooks.delete({ app_id: agent.agent_id, webhook_id: ofApp.id })
  })

  test.each(['%2e%2e', '\0', 'a/b', '__proto__', 'ü', "' or 1=1 --"])('survives the id %j', async (id) => {
    expect((await refusalOf(owner, operation, { ...agent, webhook_id: id })).status).toBeOneOf([
      400, 404, 405, 422,
    ])
  })
})

test.each(['builder', 'pro', 'enterprise'])('the plan %s has agent webhooks', async (plan) => {
  const person = await app.make.person('owner', await app.make.workspace({ plan }))
  const of = await newAgent(person)
  expect(await app.as(person).webhooks.create(of, HOOK)).toMatchObject(HOOK)
})

test('an editor, a guest who may edit and a session reach them', async () => {
  const editor = await app.make.person('editor', { id: owner.workspace_id })
  const guest = await app.make.person('guest', { id: owner.workspace_id })
  await app.make.collaborator({ id: agent.agent_id }, guest, 'editor')
  const chosen = await app.make.token(owner, { app_ids: [agent.agent_id] })
  for (const who of [editor, guest, chosen, await app.make.session(owner)])
    expect(await app.as(who).webhooks.update({ ...agent, webhook_id }, {})).toMatchObject({ id: webhook_id })
})

test('a delivery of another webhook is missing', async () => {
  const at = { ...agent, webhook_id }
  for (const operation of [deliveries.redeliver, deliveries.read])
    expect(await refusalOf(owner, operation, at)).toMatchObject({ status: 404, code: 'delivery_not_found' })
})

test('nothing was changed by any of these', async () => {
  expect(await app.as(owner).webhooks.read({ ...agent, webhook_id })).toMatchObject({
    ...HOOK,
    disabled_at: null,
  })
})
