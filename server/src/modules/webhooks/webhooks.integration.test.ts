import { operations } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import type { Person } from '../../../test/make.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useMade } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'

const log = collectedLog()
const app = useApp({ rate_limits: 'off' }, { log })
const { owner } = useTeam(app)
const agent = useMade(newAgent)

const HOOK = { target_url: 'https://hooks.example.com/a', events: ['message.completed' as const] }

async function newAgent(of: Person = owner) {
  return { agent_id: (await app.make.app(of, { kind: 'agent' })).id }
}

describe('webhooks.create', () => {
  test('answers 201 with every field and the secret, once', async () => {
    const { status, body: webhook } = await app.as(owner).request(operations.webhooks.create, {
      params: agent,
      body: { ...HOOK, description: 'Tickets', generate_secret: true },
    })
    expect(status).toBe(201)
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_/),
      target_url: 'https://hooks.example.com/a',
      events: ['message.completed'],
      description: 'Tickets',
      has_secret: true,
      last_trigger_time: null,
      last_error: null,
      consecutive_failures: 0,
      disabled_at: null,
      created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_date: webhook.created_date,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const { secret, ...rest } = webhook
    const at = { ...agent, webhook_id: webhook.id }
    expect(await app.as(owner).webhooks.read(at)).toEqual(rest)
    expect((await app.as(owner).webhooks.list(agent)).items).toEqual([rest])
    expect(await app.as(owner).webhooks.update(at, { description: 'T' })).not.toHaveProperty('secret')
    const rows = await app.sql`select * from webhooks where id = ${webhook.id}`
    const audit = await app.as(owner).audit.list()
    expect(log.text()).toContain('webhooks.create')
    for (const text of [JSON.stringify(rows), JSON.stringify(audit), log.text()]) {
      expect(text).not.toContain(secret)
    }
  })

  test('signs nothing unless asked to', async () => {
    const of = await newAgent()
    for (const body of [HOOK, { ...HOOK, generate_secret: false }]) {
      const webhook = await app.as(owner).webhooks.create(of, body)
      expect(webhook).toMatchObject({ has_secret: false, description: null })
      expect(webhook).not.toHaveProperty('secret')
    }
  })

  test('stores an event once, an address in its normal form, and nothing that it does not know', async () => {
    const webhook = await app.as(owner).webhooks.create(await newAgent(), {
      target_url: 'HTTPS://Hooks.Example.com:443/a?b=1#part',
      events: ['message.created', 'message.completed', 'message.created'],
      ...{ id: 'whk_mine', consecutive_failures: 9, secret: 'whsec_mine', entity_names: 7 },
    })
    expect(webhook).toMatchObject({
      id: expect.not.stringContaining('mine'),
      target_url: 'https://hooks.example.com/a?b=1',
      events: ['message.created', 'message.completed'],
      consecutive_failures: 0,
      has_secret: false,
    })
  })

  test('refuses what does not fit, by place', async () => {
    const wrong: [object, unknown[]][] = [
      [{ ...HOOK, target_url: null }, ['body', 'target_url']],
      [{ target_url: HOOK.target_url }, ['body', 'events']],
      [{ ...HOOK, events: [] }, ['body', 'events']],
      [{ ...HOOK, events: ['entity.created'] }, ['body', 'events', 0]],
      [{ ...HOOK, target_url: 'http://example.com/' }, ['body', 'target_url']],
      [{ ...HOOK, description: 'x'.repeat(501) }, ['body', 'description']],
      [{ ...HOOK, generate_secret: 'true' }, ['body', 'generate_secret']],
    ]
    for (const [body, loc] of wrong) {
      const created = app.as(owner).webhooks.create(agent, body as typeof HOOK)
      await expect(created).rejects.toMatchObject({ status: 422, fields: [expect.objectContaining({ loc })] })
    }
  })

  test('lets an agent have 5, also when many are asked for at once', async () => {
    const of = await newAgent()
    const asked = Array.from({ length: 9 }, () => app.as(owner).webhooks.create(of, HOOK))
    const answers = await Promise.allSettled(asked)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const answer of answers) {
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ status: 409, code: 'webhook_limit_reached' })
    }
    const [first] = (await app.as(owner).webhooks.list(of)).items
    await app.as(owner).webhooks.delete({ ...of, webhook_id: first?.id ?? '' })
    await app.as(owner).webhooks.create(of, HOOK)
    expect((await app.as(owner).webhooks.list(of)).items).toHaveLength(5)
  })
})

describe('webhooks.list', () => {
  test('answers the newest first, of this agent only', async () => {
    const of = await newAgent()
    expect(await app.as(owner).webhooks.list(of)).toEqual({ items: [] })
    const made: string[] = []
    for (let i = 0; i < 3; i++) {
      made.unshift((await app.as(owner).webhooks.create(of, HOOK)).id)
      app.clock.move(1)
    }
    expect((await app.as(owner).webhooks.list(of)).items.map(({ id }) => id)).toEqual(made)
  })
})

describe('webhooks.delete', () => {
  test('makes it missing for everything, and is recorded in the audit log', async () => {
    const of = await newAgent()
    const client = app.as(owner)
    const at = { ...of, webhook_id: (await client.webhooks.create(of, HOOK)).id }
    expect(await client.webhooks.delete(at)).toEqual({ deleted: true })
    const gone = await Promise.allSettled([
      client.webhooks.read(at),
      client.webhooks.update(at, { enabled: true }),
      client.webhooks.delete(at),
      client.webhooks.test(at),
      client.deliveries.list(at),
      client.deliveries.redeliver({ ...at, delivery_id: 'dlv_1' }),
    ])
    const missing = { status: 'rejected', reason: { status: 404, code: 'webhook_not_found' } }
    expect(gone).toMatchObject(Array(6).fill(missing))
    expect(await client.webhooks.list(of)).toEqual({ items: [] })
    const { items } = await client.audit.list({ app_id: of.agent_id })
    expect(items).toMatchObject([
      { action: 'webhooks.delete', target_id: at.webhook_id, detail: { target_url: HOOK.target_url } },
      {
        action: 'webhooks.create',
        actor_id: owner.id,
        target_type: 'webhook',
        target_id: at.webhook_id,
        detail: { ...HOOK, signed: false },
      },
    ])
  })
})

test('all but updates share 100 requests a minute', { tags: 'slow' }, async () => {
  const limited = await startApp({ database_url: app.databaseUrl })
  const person = await limited.make.person('owner')
  const of = await newAgent(person)
  const client = limited.as(person)
  const { id: webhook_id } = await client.webhooks.create(of, HOOK)
  const at = { ...of, webhook_id }
  const ofApp = { app_id: of.agent_id }
  for (let i = 0; i < 33; i++) {
    await client.webhooks.read(at)
    await client.app_webhooks.list(ofApp)
    await client.deliveries.list(at)
  }
  const refusal = { status: 429, code: 'rate_limited' }
  await expect(client.deliveries.list(at)).rejects.toMatchObject(refusal)
  expect(await client.webhooks.update(at, {})).toMatchObject({ id: webhook_id })
  const second = limited.as(await limited.make.token(person))
  await expect(second.app_webhooks.list(ofApp)).rejects.toMatchObject(refusal)
  const session = limited.as(await limited.make.session(person))
  expect(await session.webhooks.read(at)).toMatchObject({ id: webhook_id })
})

test('requests with a wrong credential take nothing of them', async () => {
  const limited = await startApp({ database_url: app.databaseUrl, rate_limits: new Map() })
  const person = await limited.make.person('owner')
  const of = await newAgent(person)
  for (let i = 0; i < 5; i++)
    await expect(limited.as('pat_unknown').webhooks.list(of)).rejects.toMatchObject({ status: 401 })
  const { headers } = await limited.as(person).request(operations.webhooks.list, { params: of })
  expect(headers.get('ratelimit')).toMatch(/;r=99;/)
})
