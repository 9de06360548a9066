/** A webhook is changed, or deleted, while a delivery of it is on its way and others wait. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CollectedLog, collectedLog } from '../../../../test/collected-log.ts'
import { maintainDeliveries } from '../maintain-deliveries.ts'
import { DELIVERIES_NOW } from '../test/webhook-rows.ts'
import { type Arrival, type At, type WebhookScene, webhookScene } from '../test/webhook-scene.ts'

let scene: WebhookScene
let log: CollectedLog
beforeAll(async () => {
  log = collectedLog('error')
  // An attempt must not end before the change that is made during it.
  scene = await webhookScene({ webhook_timeout_seconds: 60 }, { log })
})
afterAll(() => scene.close())

const WITHIN_MS = 45_000
const typesAt = (path: string) => scene.arrived(path).map(({ body }) => JSON.parse(body).type)
const arrives = (path: string, times: number) =>
  vi.waitFor(() => expect(scene.arrived(path)).toHaveLength(times), WITHIN_MS)

/** At the first request the change is made, and then the attempt fails. */
function changeDuringFirst(path: string, change: () => Promise<unknown>) {
  scene.answer(path, async (times) => {
    if (times > 1) return 200
    await change()
    return 500
  })
}

describe('what was on its way or waited when the webhook was changed', () => {
  test('goes to the new address at the next attempt', { tags: 'slow' }, async () => {
    const { at } = await scene.webhook(scene.url('/old'))
    changeDuringFirst('/old', () => scene.client.webhooks.update(at, { target_url: scene.url('/new') }))
    await scene.happen(at, 'message.created')
    await arrives('/new', 1)
    expect(scene.arrived('/old')).toHaveLength(1)
    const [before, after] = [scene.arrived('/old')[0], scene.arrived('/new')[0]]
    const sent = { headers: { 'webhook-id': expect.stringMatching(/./) }, body: expect.stringMatching(/./) }
    expect(before).toMatchObject(sent)
    expect([after?.headers['webhook-id'], after?.body]).toEqual([before?.headers['webhook-id'], before?.body])
  })

  test('is sent though its event is not wanted any more; new ones of it are not', {
    tags: 'slow',
  }, async () => {
    const { at } = await scene.webhook(scene.url('/narrowed'))
    const events = ['message.completed' as const]
    changeDuringFirst('/narrowed', () => scene.client.webhooks.update(at, { events }))
    await scene.app.atrium.db.transaction().execute(async (tx) => {
      for (const type of ['message.created', 'message.created', 'message.completed'] as const)
        await scene.happen(at, type, tx)
    })
    await arrives('/narrowed', 4)
    expect(typesAt('/narrowed').toSorted()).toEqual([
      'message.completed',
      ...Array(3).fill('message.created'), // one of them twice: its first attempt failed
    ])
    expect(await scene.happen(at, 'message.created')).toBe(false)
    const ended = { pending: 0, succeeded: 3, failed: 0, canceled: 0 }
    const counts = async () => (await scene.client.deliveries.list(at)).counts
    await vi.waitFor(async () => expect(await counts()).toEqual(ended), WITHIN_MS)
  })

  test('is signed with the secret of its start, and at the next attempt with the new one and the old', {
    tags: 'slow',
  }, async () => {
    const { at, secret: old } = await scene.webhook(scene.url('/rotated'))
    const rotate = async () =>
      (await scene.client.webhooks.update(at, { signing: 'rotate' })).secret as string
    const rotated = Promise.withResolvers<string>()
    changeDuringFirst('/rotated', async () => rotated.resolve(await rotate()))
    await scene.happen(at, 'message.created')
    await arrives('/rotated', 2)
    const [first, retry] = scene.arrived('/rotated') as [Arrival, Arrival]
    const fresh = await rotated.promise
    expect(signersOf(first, { old, fresh })).toEqual({ plain: ['old'], standard: ['old'], count: 1 })
    expect(signersOf(retry, { old, fresh })).toEqual({
      plain: ['fresh'],
      standard: ['old', 'fresh'],
      count: 2,
    })

    await scene.app.sql`update webhooks set previous_secret_until = now() where id = ${at.webhook_id}`
    await scene.happen(at, 'message.created')
    await arrives('/rotated', 3)
    const tomorrow = scene.arrived('/rotated')[2] as Arrival
    expect(signersOf(tomorrow, { old, fresh })).toEqual({ plain: ['fresh'], standard: ['fresh'], count: 1 })
  })
})

describe('what was on its way or waited is canceled', () => {
  const DELETIONS: [string, (at: At) => Promise<unknown>][] = [
    ['when the webhook is deleted', (at) => scene.client.webhooks.delete(at)],
    [
      'when the agent is deleted',
      async ({ agent_id, webhook_id }) => {
        await scene.client.apps.delete({ app_id: agent_id })
        await vi.waitFor(async () => expect(await stateOf(webhook_id)).not.toEqual([]), WITHIN_MS)
      },
    ],
    [
      'when the webhook is deleted and cleared away before the endpoint answers',
      async (at) => {
        await scene.client.webhooks.delete(at)
        await keep()
      },
    ],
  ]

  test.each(DELETIONS)('%s; nothing of it stays', { tags: 'slow' }, async (name, remove) => {
    const path = `/${encodeURIComponent(name)}`
    const { at } = await scene.webhook(scene.url(path))
    const removed = Promise.withResolvers<void>()
    changeDuringFirst(path, () => remove(at).then(() => removed.resolve(), removed.reject))
    await scene.app.atrium.db.transaction().execute(async (tx) => {
      await scene.happen(at, 'message.created', tx)
      await scene.happen(at, 'message.completed', tx)
    })
    await arrives(path, 1)
    await removed.promise
    await vi.waitFor(async () => expect(await attemptsOf(at.webhook_id)).toHaveLength(1), WITHIN_MS)
    await vi.waitFor(async () => expect(await heldLanesOf(at.webhook_id)).toEqual([]), WITHIN_MS)
    const left = await deliveriesOf(at.webhook_id)
    // The one under way is canceled, the one that waited is of an epoch that is over; or all is cleared away already.
    if (left.length > 0) expect(left).toEqual(['canceled', 'pending, over'])

    await keep()
    expect(await deliveriesOf(at.webhook_id)).toEqual([])
    for (const table of ['webhooks', 'webhook_lanes'] as const)
      expect(await rowsOf(table, at.webhook_id)).toEqual([])

    // The engine goes on, and nothing went wrong in it.
    const other = `${path}/other`
    const { at: alive } = await scene.webhook(scene.url(other))
    await scene.happen(alive, 'message.created')
    await arrives(other, 1)
    expect(scene.arrived(path)).toHaveLength(1)
    expect(log.lines).toEqual([])
  })
})

function signersOf({ headers, body }: Arrival, secrets: Record<string, string>) {
  const by = (test: (secret: string) => boolean) =>
    Object.keys(secrets).filter((name) => test(secrets[name] as string))
  const verifies = (secret: string) => {
    try {
      return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  }
  const plain = (secret: string) => createHmac('sha256', secret).update(body).digest('hex')
  return {
    plain: by((secret) => headers['x-service-signature'] === plain(secret)),
    standard: by(verifies),
    count: String(headers['webhook-signature']).split(' ').length,
  }
}

/** As it runs every ten minutes. */
async function keep(): Promise<void> {
  const { jobs, db } = scene.app.atrium
  await jobs.send(db, maintainDeliveries, {})
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pgboss.job
      where name = 'webhooks.keep_deliveries' and state < 'completed' and start_after <= now()`.execute(db)
    expect(rows).toEqual([])
  }, WITHIN_MS)
}

const stateOf = (id: string) =>
  scene.app.sql`select id from webhooks where id = ${id} and deleted_at is not null`
const attemptsOf = (id: string) =>
  scene.app.sql`select outcome from webhook_attempts where webhook_id = ${id}`
const heldLanesOf = (id: string) =>
  scene.app.sql`select lane from webhook_lanes where webhook_id = ${id} and claim_id is not null`
const rowsOf = (table: 'webhooks' | 'webhook_lanes', id: string) =>
  scene.app
    .sql`select from ${sql.table(table)} where ${sql.ref(table === 'webhooks' ? 'id' : 'webhook_id')} = ${id}`

async function deliveriesOf(id: string): Promise<string[]> {
  const rows = await scene.app.sql<{ text: string }>`
    select d.status || case when d.status = 'pending' and d.epoch < w.epoch then ', over' else '' end as text
      from ${sql.raw(DELIVERIES_NOW)} d join webhooks w on w.id = d.webhook_id
     where w.id = ${id} order by d.seq`
  return rows.map(({ text }) => text)
}
