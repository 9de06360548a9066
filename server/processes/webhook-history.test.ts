/** The short form of `npm run chaos -- webhooks`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endPostmaster } from './node-process.ts'
import { type Found, type FoundAttempt, type FoundDelivery, faultsOf, type Past } from './webhook-checks.ts'
import { webhookHistory } from './webhook-history.ts'

test('rounds of kills, freezes, restarts and bad endpoints break no promise of delivery', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-webhooks-'))
  onTestFinished(async () => {
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const report = await webhookHistory({ dataDir, rounds: 4 })
  expect(report.wrong).toEqual([])
  expect(report.rounds).toBe(4)
  expect(report.messages).toBeGreaterThan(10)
}, 240_000)

const delivery: FoundDelivery = {
  id: 'dlv_1',
  webhook_id: 'wh_1',
  event_id: 'evt_1',
  conversation_id: 'conv_1',
  message_id: 'msg_1',
  type: 'message.created',
  seq: 1,
  status: 'succeeded',
  epoch: 0,
  attempt: 1,
}
const attempt: FoundAttempt = { delivery_id: 'dlv_1', attempt: 1, outcome: 'succeeded', started: 1000 }
const arrival = {
  delivery_id: 'dlv_1',
  event_id: 'evt_1',
  message_id: 'msg_1',
  conversation_id: 'conv_1',
  at: 1001,
  mode: 'ok' as const,
}
const second: FoundDelivery = { ...delivery, id: 'dlv_2', type: 'message.completed', seq: 2 }
const past: Past = {
  acknowledged: [{ agent_id: 'agt_1', message_id: 'msg_1', sent: 900, answered: 950 }],
  webhooks: [
    {
      id: 'wh_1',
      agent_id: 'agt_1',
      arrivals: [arrival, { ...arrival, delivery_id: 'dlv_2', at: 1003 }],
      off: [],
    },
  ],
  kills: [],
  thaws: [],
}
const found: Found = {
  webhooks: [{ id: 'wh_1', epoch: 0, consecutive_failures: 0, is_off: false }],
  deliveries: [delivery, second],
  attempts: [attempt, { ...attempt, delivery_id: 'dlv_2', started: 1002 }],
  held: 0,
}
const [webhook] = past.webhooks

test('the checks find nothing wrong with a good history', () => {
  expect(faultsOf(past, found, 4)).toEqual([])
})

test.each<[string, Partial<Past>, Partial<Found>]>([
  ['was never queued', {}, { deliveries: [delivery] }],
  ['still pending', {}, { deliveries: [delivery, { ...second, status: 'pending' }] }],
  ['no endpoint has it', { webhooks: webhook ? [{ ...webhook, arrivals: [arrival] }] : [] }, {}],
  ['failed after 1 of 4', {}, { deliveries: [delivery, { ...second, status: 'failed' }] }],
  ['counts 2', {}, { deliveries: [delivery, { ...second, attempt: 2 }] }],
  ['went on after its success', {}, { attempts: [...found.attempts, { ...attempt, attempt: 2 }] }],
  [
    'no node was killed',
    { webhooks: webhook ? [{ ...webhook, arrivals: [...webhook.arrivals, arrival] }] : [] },
    {},
  ],
  ['ms before dlv_2', {}, { deliveries: [{ ...delivery, seq: 3 }, second] }],
  ['replayed 0', {}, { webhooks: [{ id: 'wh_1', epoch: 0, consecutive_failures: 1, is_off: false }] }],
  ['after 0 failures', {}, { webhooks: [{ id: 'wh_1', epoch: 2, consecutive_failures: 0, is_off: false }] }],
  [
    'after its webhook was turned off',
    { webhooks: webhook ? [{ ...webhook, off: [{ from: -9000, to: 0 }] }] : [] },
    {},
  ],
  ['still held', {}, { held: 1 }],
])('the checks notice a history in which something is off: %s', (sentence, changedPast, changedFound) => {
  const faults = faultsOf({ ...past, ...changedPast }, { ...found, ...changedFound }, 4)
  expect(faults).toContainEqual(expect.stringContaining(sentence))
})
