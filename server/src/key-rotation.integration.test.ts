/** SECRET_KEY is changed as docs/self-hosting.md says, on an Atrium that keeps secrets of every kind. */
import { verifyWebhook } from '@atrium/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../test/app.ts'
import type { Person } from '../test/make.ts'
import { cloneTemplate } from '../test/template.ts'
import { useStarted } from '../test/use-started.ts'
import { startEndpoint } from './modules/webhooks/test/endpoint.ts'
import { recordMessage } from './modules/webhooks/test/webhook-rows.ts'
import { reseal } from './platform/sealing/reseal.ts'
import { createSecrets } from './platform/secrets.ts'

const [OLD, NEW] = ['the key it had before', 'the key it has from now on']

let clone: Awaited<ReturnType<typeof cloneTemplate>>
const endpoint = useStarted(startEndpoint)
let app: TestApp
let owner: Person
let at: { agent_id: string; webhook_id: string }
let [previous, current]: string[] = []
beforeAll(async () => {
  clone = await cloneTemplate()
  app = await startWith(OLD)
  owner = await app.make.person('owner')
  const agent_id = (await app.make.app(owner, { kind: 'agent' })).id
  const hook = {
    target_url: endpoint.url('/hook'),
    events: ['message.created' as const],
    generate_secret: true,
  }
  const made = await app.as(owner).webhooks.create({ agent_id }, hook)
  at = { agent_id, webhook_id: made.id }
  previous = made.secret ?? ''
  current = (await app.as(owner).webhooks.update(at, { signing: 'rotate' })).secret ?? ''
  await app.as(owner).invitations.create({ email: 'grace@example.com', role: 'viewer' })
  await app.stop()
})
afterAll(async () => {
  await app.stop()
  await clone.drop()
})

/** Without background work, so that the clock does not start the job before the test does. */
const startWith = (secret_key: string, role: 'api' | 'all' = 'api') =>
  createTestApp({
    secret_key,
    database_url: clone.url,
    role,
    rate_limits: 'off',
    outbound_allow: ['127.0.0.0/8'],
  })

test('with both keys all is encrypted again, and nothing else changes; then the new one does alone', {
  tags: 'slow',
}, async () => {
  await expect(startWith(NEW)).rejects.toThrow('is not the key of this database')

  app = await startWith(`${NEW},${OLD}`)
  const before = await webhookWithoutSecrets()
  // Answers are kept for repeated requests, and the one with the secret is among them.
  expect(await placesOf(OLD)).toEqual([
    'idempotency_keys.answer',
    'mails.sealed_text',
    'secret_check.sealed_text',
    'webhooks.previous_secret',
    'webhooks.secret',
  ])
  await app.atrium.jobs.send(app.atrium.db, reseal, {})
  await app.atrium.jobs.drain()
  expect(await placesOf(OLD)).toEqual([])
  expect(await placesOf(NEW)).toHaveLength(5)
  // A lane that is under way compares the date of its webhook, and would end.
  expect(await webhookWithoutSecrets()).toEqual(before)
  await app.stop()

  app = await startWith(NEW, 'all')
  await happen()
  await vi.waitFor(() => expect(endpoint.received('/hook')).toHaveLength(1), 20_000)
  const [received] = endpoint.received('/hook')
  if (!received) throw new Error('nothing came')
  for (const secret of [current ?? '', previous ?? '']) {
    expect(await verifyWebhook({ ...received, secret, scheme: 'standard' })).toMatchObject({
      agent_id: at.agent_id,
    })
  }
  expect(await verifyWebhook({ ...received, secret: current ?? '', scheme: 'plain' })).toHaveProperty('id')
  expect((await app.as(owner).mail.list()).items).toMatchObject([
    { text: expect.stringContaining('#token=inv_') },
  ])
})

/** Every column of every table of ours in which a text of this key stands. */
async function placesOf(key: string): Promise<string[]> {
  const { db } = app.atrium
  const [keyId] = createSecrets(key).keyIds
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'bytea', 'ARRAY')`.execute(db)
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const { rows } = await sql`select from ${sql.table(table)}
        where strpos(${sql.ref(column)}::text, ${`${keyId}.`}) > 0 limit 1`.execute(db)
      return rows.length > 0 ? `${table}.${column}` : null
    }),
  )
  return found.filter((place) => place !== null).sort()
}

const webhookWithoutSecrets = () =>
  app.sql`select to_jsonb(w) - 'secret' - 'previous_secret' as rest from webhooks w`

const happen = () => recordMessage(app.atrium.db, at.agent_id)
