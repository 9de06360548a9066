/** The webhooks of an app learn of runs of its tests that ended. */
import { verifyWebhook } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useStarted } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { createTestNotices } from '../../wiring/tests-to-webhooks.ts'
import { type Received, startEndpoint } from '../webhooks/test/endpoint.ts'

const app = useApp({ role: 'all', rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] })
const endpoint = useStarted(startEndpoint)
const { owner } = useTeam(app)

const RUN = { id: 'exe_1', flow_id: 'flw_1', status: 'failed', trigger: 'schedule' } as const

async function end(app_id: string, flow_name: string, fail?: Error) {
  const notices = createTestNotices(() => ({ clock: app.clock }))
  await transaction(app.atrium.db, async (tx) => {
    await notices.ended(tx, { ...RUN, app_id, flow_name })
    if (fail) throw fail
  })
}
const webhook = (app_id: string, path: string, events: readonly ('test_run.ended' | 'entity.updated')[]) =>
  app
    .as(owner)
    .app_webhooks.create(
      { app_id },
      { target_url: endpoint.url(path), events: [...events], generate_secret: true },
    )

test('an end is delivered and signed, to those who want it, and only when it was stored', {
  tags: 'slow',
}, async () => {
  const { id: app_id } = await app.make.app(owner)
  const { secret } = await webhook(app_id, '/ended', ['test_run.ended'])
  const other = await webhook(app_id, '/records', ['entity.updated'])
  await expect(end(app_id, 'Lamp', new Error('not stored'))).rejects.toThrow('not stored')
  await end(app_id, `Buy\r\na lamp ${'x'.repeat(400)}`)
  await expect.poll(() => endpoint.received('/ended').length).toBe(1)
  const [{ headers, body }] = endpoint.received('/ended') as [Received]
  expect(await verifyWebhook({ secret: secret ?? '', headers, body, now: app.clock.now() })).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'test_run.ended',
    created_date: expect.stringMatching(/Z$/),
    app_id,
    data: { test_run: { ...RUN, flow_name: expect.stringMatching(/^Buy a lamp x{189}$/) } },
  })
  const deliveries = await app.as(owner).app_deliveries.list({ app_id, webhook_id: other.id })
  expect(deliveries.items).toEqual([])
})

test('there is a sample, for webhooks that want nothing else', async () => {
  const { id: app_id } = await app.make.app(owner)
  const { id: webhook_id } = await webhook(app_id, '/sample', ['test_run.ended'])
  expect(await app.as(owner).app_webhooks.test({ app_id, webhook_id })).toMatchObject({ ok: true })
  expect(JSON.parse(endpoint.received('/sample')[0]?.body ?? '')).toMatchObject({
    ...{ type: 'test_run.ended', app_id, test: true },
    data: { test_run: { id: 'exe_sample', status: 'failed' } },
  })
})
