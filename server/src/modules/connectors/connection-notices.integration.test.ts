/** Who learns of a connection that has ended by itself: the webhooks of the app. Emails: `expire-connection.test.ts`. */
import { verifyWebhook } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { useApp } from '../../../test/use-app.ts'
import { useStarted } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { outboxMail } from '../../ports/mail/outbox.ts'
import { createConnectionNotices } from '../../wiring/connectors-to-webhooks.ts'
import { type Received, startEndpoint } from '../webhooks/test/endpoint.ts'

const app = useApp({ role: 'all', rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] })
const endpoint = useStarted(startEndpoint)
const { owner } = useTeam(app)
const EVENTS = ['connection.expired' as const]

async function announce(app_id: string, fail?: Error) {
  const secrets = createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
  const { jobs, db } = app.atrium
  const mail = {
    ...{ clock: app.clock, secrets, jobs },
    mail: outboxMail(),
    baseUrl: () => 'https://a.example',
  }
  await transaction(db, async (tx) => {
    await createConnectionNotices(() => mail).announceExpired(tx, {
      ...{ connection_id: 'con_1', app_id, integration_type: 'shopify', display_name: 'Shop\nify' },
      ...{ reason: 'It said no.', connected_by: owner.id, at: app.clock.now() },
    })
    if (fail) throw fail
  })
}

test('the event is delivered and signed, to those who want it', { tags: 'slow' }, async () => {
  const { id: app_id } = await app.make.app(owner)
  const target = { target_url: endpoint.url('/expired'), events: EVENTS, generate_secret: true }
  const { secret } = await app.as(owner).app_webhooks.create({ app_id }, target)
  await announce(app_id)
  await expect.poll(() => endpoint.received('/expired').length).toBe(1)
  const [{ headers, body }] = endpoint.received('/expired') as [Received]
  expect(await verifyWebhook({ secret: secret ?? '', headers, body, now: app.clock.now() })).toEqual({
    ...{ id: expect.stringMatching(/^evt_/), type: 'connection.expired', app_id },
    created_date: expect.stringMatching(/Z$/),
    data: {
      connection: {
        ...{ id: 'con_1', integration_type: 'shopify', display_name: 'Shop ify', reason: 'It said no.' },
      },
    },
  })
})

test('it has a sample, for webhooks that want nothing else', async () => {
  const { id: app_id } = await app.make.app(owner)
  const target = { target_url: endpoint.url('/sample'), events: EVENTS }
  const { id: webhook_id } = await app.as(owner).app_webhooks.create({ app_id }, target)
  expect(await app.as(owner).app_webhooks.test({ app_id, webhook_id })).toMatchObject({ ok: true })
  expect(JSON.parse(endpoint.received('/sample')[0]?.body ?? '')).toMatchObject({
    ...{ type: 'connection.expired', app_id, test: true },
    data: { connection: { id: 'con_sample' } },
  })
})

test('nothing is sent of what was not stored', async () => {
  const { id: app_id } = await app.make.app(owner)
  const target = { target_url: endpoint.url('/nothing'), events: EVENTS }
  const { id: webhook_id } = await app.as(owner).app_webhooks.create({ app_id }, target)
  await expect(announce(app_id, new Error('not stored'))).rejects.toThrow('not stored')
  expect((await app.as(owner).app_deliveries.list({ app_id, webhook_id })).items).toEqual([])
  expect((await app.as(owner).mail.list()).items.filter(({ text }) => text?.includes(app_id))).toEqual([])
})
