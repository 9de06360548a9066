/** How soon an event reaches a healthy endpoint, alone and next to 200 endpoints that never answer. */
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../server/processes/until.ts'
import { type WebhookScene, withWebhookScene } from './webhooks-scene.ts'

export async function webhooksIsolation(): Promise<void> {
  await withWebhookScene(1, async (scene) => {
    const { client, sink } = scene
    const { id: agent_id } = await client.agents.create({ name: 'Healthy', instructions: 'Be brief.' })
    const target_url = `http://127.0.0.1:${sink.ports[0]}/`
    await client.webhooks.create({ agent_id }, { target_url, events: ['message.created'] })
    const conversation = await client.conversations.open({ agent_id }, {})
    const params = { agent_id, conversation_id: conversation.id }
    await delays(scene, params, WARM_UP)
    const alone = await delays(scene, params, MESSAGES)
    await hang(scene)
    await wait(SETTLE_MS)
    const crowded = await delays(scene, params, MESSAGES)
    console.log(`\nwebhooks: from an event to its arrival, one healthy endpoint (${MESSAGES} messages)`)
    console.log(`  alone                 median ${at(alone, 0.5)} ms   p99 ${at(alone, 0.99)} ms`)
    console.log(`  next to ${HUNG} hung ones    median ${at(crowded, 0.5)} ms   p99 ${at(crowded, 0.99)} ms`)
    const ratio = (share: number) => (at(crowded, share) / at(alone, share)).toFixed(2)
    console.log(`  ratio                 median ${ratio(0.5)}   p99 ${ratio(0.99)}   target 2`)
  })
}

const HUNG = 200
const WARM_UP = 100
const MESSAGES = 400
const SETTLE_MS = 5_000
const PACE_MS = 20

async function delays(
  { client, sink }: WebhookScene,
  params: { agent_id: string; conversation_id: string },
  messages: number,
): Promise<number[]> {
  sink.reset()
  for (let n = 0; n < messages; n++) {
    await client.messages.send(params, { content: `Word ${n}` })
    await wait(PACE_MS)
  }
  // Each message and its reply make one event.
  const all = await until('every event has arrived', async () => {
    const report = await sink.report()
    return report.count >= 2 * messages && report
  })
  return all.delays.toSorted((a, b) => a - b)
}

/** Each has an address of its own, and more waiting than it will ever get through. */
async function hang({ database, sink }: WebhookScene): Promise<void> {
  await database.query(
    `with w as (
       insert into webhooks (id, app_id, source, target_url, events, created_date, updated_date)
       select 'wh_hung_' || n, (select id from apps limit 1), 'app',
              'http://127.0.' || 1 + n / 100 || '.' || 1 + n % 100 || ':' || $1 || '/', '{entity.created}', now(), now()
         from generate_series(1, $2::int) n returning id),
     e as (
       insert into webhook_events (id, app_id, type, body, created_date)
       select 'evt_hung_' || n, (select id from apps limit 1), 'entity.created', '{}', now()
         from generate_series(1, 160) n returning id),
     d as (
       insert into deliveries (id, event_id, event_type, webhook_id, epoch, created_date)
       select 'dlv_' || md5(e.id || w.id), e.id, 'entity.created', w.id, 0, now()
         from e, w returning webhook_id, seq, id, event_id),
     q as (
       insert into webhook_queue (webhook_id, seq, delivery_id, event_id, lane, epoch, next_at, created_date)
       select webhook_id, seq, id, event_id, right(event_id, 1)::int, 0, now(), now() from d
       returning webhook_id, lane)
     insert into webhook_lanes (webhook_id, lane, pool, next_at, pokes)
     select distinct webhook_id, lane, 'fast', now(), 1 from q`,
    [String(sink.hangingPort), HUNG],
  )
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
