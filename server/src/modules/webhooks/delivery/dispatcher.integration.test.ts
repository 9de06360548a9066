/** What a dispatcher holds, it releases: places and lanes, also when the work on them breaks off. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CollectedLog, collectedLog } from '../../../../test/collected-log.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { OutboundOutcome } from '../../../ports/outbound-http/port.ts'
import { webhookRows } from '../test/webhook-rows.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import { outcomeStore } from './outcome-store.ts'
import { createOutcomeWriter } from './outcome-writer.ts'

/** Longer than a test: what is only freed by the end of its lease is not freed. */
const LEASE_SECONDS = 600

const rows = useStarted(webhookRows)
let log: CollectedLog
let dispatcher: Dispatcher | null = null
beforeEach(async () => {
  log = collectedLog('warn')
  await rows.query('delete from webhooks')
})
afterEach(async () => {
  await dispatcher?.stop()
  dispatcher = null
})

const OK: OutboundOutcome = {
  kind: 'answered',
  status: 200,
  headers: {},
  body: Buffer.alloc(0),
  truncated: false,
  durationMs: 1,
}

/** The ids of webhooks whose deliveries were sent, in their order. */
function start(options: {
  limits: { fast: number; perHost: number }
  /** Throws for a webhook whose secret cannot be opened. */
  openKeys?: (webhookId: string) => void
  answer?: () => Promise<OutboundOutcome>
}): string[] {
  const { limits, openKeys = () => {}, answer = async () => OK } = options
  const sent: string[] = []
  dispatcher = startDispatcher({
    db: rows.db,
    log,
    leaseSeconds: LEASE_SECONDS,
    limits: { ...limits, slow: 1, perWebhook: { fast: 16, slow: 1 } },
    createWriter: () =>
      createOutcomeWriter({
        store: (outcomes, batchId) => outcomeStore(rows.db).write(outcomes, batchId, LEASE_SECONDS),
        mayPass: () => false,
        stopping: new AbortController().signal,
      }),
    lane: {
      clock: systemClock,
      outboundHttp: {
        async send({ url }) {
          sent.push(new URL(url).hash.slice(1))
          return answer()
        },
        checkTarget: () => ({ ok: false, reason: 'malformed', message: '' }),
        close: async () => {},
      },
      keysOf({ target_url }) {
        openKeys(new URL(target_url).hash.slice(1))
        return []
      },
      metrics: { attempt() {}, firstAttemptAfter() {}, turnedOff() {}, leaseLost() {} },
      retryWaits: [],
      attemptMs: 60_000,
      slowMs: 60_000,
    },
  })
  return sent
}

/** With one delivery, older ones first. Its id is in its address, by which a test knows what was sent. */
async function dueWebhook(age: number): Promise<string> {
  const id = await rows.webhook()
  await rows.query('update webhooks set target_url = $2 where id = $1', [id, `https://example.com/#${id}`])
  await rows.lane(id, 0)
  await rows.deliveries([{ webhook_id: id, lane: 0, epoch: 0, attempt: 0 }])
  await rows.query(`update webhook_lanes set next_at = now() - $2 * interval '1 s' where webhook_id = $1`, [
    id,
    age,
  ])
  return id
}

const laneOf = async (id: string) => {
  const [row] = await rows.query(
    `select lease_until is not null as is_leased, claim_id,
            extract(epoch from next_at - now())::float8 as due_in from webhook_lanes where webhook_id = $1`,
    [id],
  )
  return row
}

test('a lane that breaks off frees its place for others and stands back for a while', async () => {
  const [broken, healthy] = [await dueWebhook(60), await dueWebhook(30)]
  const sent = start({
    limits: { fast: 1, perHost: 16 },
    openKeys(id) {
      if (id === broken) throw new Error('no key of ours opens it')
    },
  })
  await expect.poll(() => sent).toEqual([healthy])
  await expect.poll(() => laneOf(broken)).toMatchObject({ is_leased: false, claim_id: null })
  const { due_in } = (await laneOf(broken)) ?? {}
  expect(due_in).toBeGreaterThan(0)
  expect(due_in).toBeLessThan(11)
  expect(log.text()).toContain('a lane of deliveries broke off')
})

test('a lane for which its host has no room is released at once, and served when there is', {
  tags: 'slow',
}, async () => {
  const [first, second] = [await dueWebhook(60), await dueWebhook(30)]
  const answered = Promise.withResolvers<OutboundOutcome>()
  const sent = start({ limits: { fast: 2, perHost: 1 }, answer: () => answered.promise })
  await expect.poll(() => sent).toEqual([first])
  await expect.poll(() => laneOf(second)).toMatchObject({ is_leased: false, claim_id: null })
  answered.resolve(OK)
  await expect.poll(() => sent).toEqual([first, second])
})

test('lanes whose deliveries could not be read are released, and served when they can', {
  tags: 'slow',
}, async () => {
  const id = await dueWebhook(60)
  // One that is no text fails the read of all that were claimed with it.
  const spoil = (body: Buffer) => rows.query('update webhook_events set body = $1', [body])
  await spoil(Buffer.from([0xff]))
  const sent = start({ limits: { fast: 1, perHost: 16 } })
  await expect.poll(() => log.text()).toContain('the webhook deliveries to send cannot be read')
  await expect.poll(() => laneOf(id)).toMatchObject({ is_leased: false, claim_id: null })
  await spoil(Buffer.from('{}'))
  await expect.poll(() => sent).toEqual([id])
})
