/** Deliveries of a backlog per second, against the same HTTP client in a plain loop to the same endpoints. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { deliveryHeaders, makeWebhookSecret, signingKey } from '../server/src/modules/webhooks/signing.ts'
import { processesIn } from '../server/src/platform/database/living-process.ts'
import { createOutboundHttp } from '../server/src/ports/outbound-http/guarded.ts'
import { median } from './harness.ts'
import { processorMicros } from './processor-time.ts'
import { type WebhookScene, withWebhookScene } from './webhooks-scene.ts'

export async function webhooksThroughput(): Promise<void> {
  await withWebhookScene(ENDPOINTS, async (scene) => {
    const urls = scene.sink.ports.map((port) => `http://127.0.0.1:${port}/`)
    const webhooks = await makeWebhooks(scene, urls)
    const plain: Rate[] = []
    const engine: Rate[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const rates = [await plainRate(scene, urls), await engineRate(scene, webhooks, round)] as const
      if (round === 0) continue // the first one warms up
      plain.push(rates[0])
      engine.push(rates[1])
    }
    const rateOf = (rates: readonly Rate[]) => median(rates.map(({ perSecond }) => perSecond))
    const shown = (rates: readonly Rate[]) => Math.round(rateOf(rates)).toLocaleString('en').padStart(8)
    const ours = Math.round(median(engine.map(({ micros }) => micros)))
    const postgres = Math.round(median(engine.map(({ postgresMicros }) => postgresMicros)))
    console.log(`\nwebhooks: deliveries of a backlog to ${ENDPOINTS} endpoints, ${CONCURRENCY} at a time`)
    console.log(
      `  plain loop  ${shown(plain)} requests/s   processor ${Math.round(median(plain.map(({ micros }) => micros)))} µs each`,
    )
    console.log(
      `  Atrium      ${shown(engine)} deliveries/s   processor ${ours} µs each, and ${postgres} µs of PostgreSQL`,
    )
    console.log(
      `  ratio       ${(rateOf(engine) / rateOf(plain)).toFixed(2).padStart(8)}   target 0.5   (medians of ${ROUNDS} rounds of ${DELIVERIES})`,
    )
  })
}

interface Rate {
  perSecond: number
  /** Of the processor for each, in the process that sends. */
  micros: number
  postgresMicros: number
}

const ENDPOINTS = 8
const PER_ENDPOINT = 16
const CONCURRENCY = ENDPOINTS * PER_ENDPOINT
const DELIVERIES = 10_000
const ROUNDS = 5
const KEY = signingKey(makeWebhookSecret())
const BODY = JSON.stringify({ type: 'message.completed', data: { message: { content: 'x'.repeat(500) } } })

async function makeWebhooks({ client }: WebhookScene, urls: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const target_url of urls) {
    const { id: agent_id } = await client.agents.create({ name: 'Bench', instructions: 'Be brief.' })
    const made = await client.webhooks.create(
      { agent_id },
      { target_url, events: ['message.completed'], generate_secret: true },
    )
    ids.push(made.id)
  }
  return ids
}

async function plainRate({ sink }: WebhookScene, urls: readonly string[]): Promise<Rate> {
  const http = createOutboundHttp({ allow: ['127.0.0.0/8'], caFile: null })
  const headers = deliveryHeaders({ id: 'evt_1', deliveryId: 'dlv_1', body: BODY }, [KEY], new Date())
  sink.reset()
  const before = processorMicros([process.pid])
  let left = DELIVERIES
  const loops = Array.from({ length: CONCURRENCY }, async (_, n) => {
    const url = urls[n % urls.length] ?? ''
    while (left-- > 0) {
      await http.send({
        method: 'POST',
        url,
        headers,
        body: BODY,
        keepBody: 512,
        keepBodyWhen: 'refused',
      })
    }
  })
  await Promise.all(loops)
  await http.close()
  const { count, first, last } = await sink.report()
  if (count !== DELIVERIES) throw new Error(`the plain loop made ${count} requests`)
  const micros = (processorMicros([process.pid]) - before) / count
  return { perSecond: (count / (last - first)) * 1000, micros, postgresMicros: 0 }
}

async function engineRate(
  { sink, database, atrium, dataDir }: WebhookScene,
  ids: readonly string[],
  round: number,
): Promise<Rate> {
  sink.reset()
  await database.query(FILL, [ids, DELIVERIES, `${round}_`, BODY])
  const postgres = processesIn(join(dataDir, 'postgres'))
  const before = [processorMicros([atrium.pid]), processorMicros(postgres)] as const
  await database.query(`notify webhook_deliveries`)
  let report = await sink.report()
  while (report.count < DELIVERIES) {
    await wait(50)
    report = await sink.report()
  }
  const [node, pgs] = [processorMicros([atrium.pid]) - before[0], processorMicros(postgres) - before[1]]
  const { rows } = await database.query(
    `select count(*)::int as count from deliveries where status = 'pending'`,
  )
  if (report.count > DELIVERIES || rows[0].count > CONCURRENCY) throw new Error('deliveries were sent twice')
  return {
    perSecond: (report.count / (report.last - report.first)) * 1000,
    micros: node / DELIVERIES,
    postgresMicros: pgs / DELIVERIES,
  }
}

const FILL = `
  with e as (
    insert into webhook_events (id, app_id, type, body, created_date)
    select 'evt_' || $3 || n, (select app_id from webhooks where id = ($1::text[])[1]), 'message.completed',
           convert_to($4, 'utf8'), now() from generate_series(1, $2::int) n
    returning id),
  d as (
    insert into deliveries (id, event_id, event_type, webhook_id, lane, epoch, next_at, created_date)
    select 'dlv_' || $3 || n, 'evt_' || $3 || n, 'message.completed', ($1::text[])[1 + n % cardinality($1::text[])],
           n / cardinality($1::text[]) % 16, 0, now(), now()
      from generate_series(1, $2::int) n, (select count(*) from e) all_of
    returning webhook_id, lane)
  insert into webhook_lanes as l (webhook_id, lane, pool, next_at, pokes)
  select distinct webhook_id, lane, 'fast', now(), 1 from d
  on conflict (webhook_id, lane) do update set next_at = excluded.next_at, pokes = l.pokes + 1`
