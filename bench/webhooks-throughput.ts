/** Deliveries of a backlog per second, against the same HTTP client in a plain loop to the same endpoints. */
import { join } from 'node:path'
import { until } from '../server/processes/until.ts'
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
    const rounds: Round[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const plain = await plainRate(scene, urls, 'signed before')
      const signing = await plainRate(scene, urls, 'signing each')
      const engine = await engineRate(scene, webhooks, round)
      if (round > 0) rounds.push({ plain, signing, engine }) // the first one warms up
    }
    const over = (pick: (round: Round) => number) => median(rounds.map(pick))
    const rate = (of: keyof Round) =>
      Math.round(over((round) => round[of].perSecond))
        .toLocaleString('en')
        .padStart(8)
    const micros = (of: keyof Round) => Math.round(over((round) => round[of].micros))
    // The machine's pace changes from second to second, so each round is held against itself.
    const share = (of: keyof Round) =>
      over(({ engine, ...round }) => engine.perSecond / { engine, ...round }[of].perSecond)
    const postgres = Math.round(over(({ engine }) => engine.postgresMicros))
    console.log(`\nwebhooks: deliveries of a backlog to ${ENDPOINTS} endpoints, ${CONCURRENCY} at a time`)
    console.log(
      `  plain loop, signed before  ${rate('plain')} requests/s     processor ${micros('plain')} µs each`,
    )
    console.log(
      `  plain loop, signing each   ${rate('signing')} requests/s     processor ${micros('signing')} µs each`,
    )
    console.log(
      `  Atrium                     ${rate('engine')} deliveries/s   processor ${micros('engine')} µs each, and ${postgres} µs of PostgreSQL`,
    )
    console.log(
      `  ratio   ${share('plain').toFixed(2)} and ${share('signing').toFixed(2)}   target 0.5   (medians of ${ROUNDS} rounds of ${DELIVERIES})`,
    )
  })
}

interface Round {
  plain: Rate
  signing: Rate
  engine: Rate
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
const ROUNDS = 11
const KEY = signingKey(makeWebhookSecret())
/** Each is another one, as events are; PostgreSQL makes the same. */
const bodyOf = (n: number) =>
  `{"id":"evt_${n}","type":"message.completed","data":{"message":{"content":"${'x'.repeat(500)}"}}}`

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

async function plainRate(
  { sink }: WebhookScene,
  urls: readonly string[],
  how: 'signed before' | 'signing each',
): Promise<Rate> {
  const http = createOutboundHttp({ allow: ['127.0.0.0/8'], caFile: null })
  const sign = (n: number, body: Buffer) =>
    deliveryHeaders({ id: `evt_${n}`, deliveryId: `dlv_${n}`, body }, [KEY], new Date())
  const messages = Array.from({ length: DELIVERIES }, (_, n) => {
    const body = Buffer.from(bodyOf(n))
    return { n, body, headers: sign(n, body) }
  })
  sink.reset()
  const before = processorMicros([process.pid])
  let next = 0
  const loops = Array.from({ length: CONCURRENCY }, async (_, n) => {
    const url = urls[n % urls.length] ?? ''
    for (let message = messages[next++]; message; message = messages[next++]) {
      await http.send({
        method: 'POST',
        url,
        body: message.body,
        headers: how === 'signing each' ? sign(message.n, message.body) : message.headers,
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
  await database.query(FILL, [ids, DELIVERIES, `${round}_`, bodyOf(0)])
  const postgres = processesIn(join(dataDir, 'postgres'))
  const before = [processorMicros([atrium.pid]), processorMicros(postgres)] as const
  await database.query(`notify webhook_deliveries`)
  await until('every event has arrived', async () => (await sink.report()).count >= DELIVERIES)
  await until('every delivery has its outcome', async () => {
    const { rows } = await database.query(`select exists (select from webhook_queue) as is_left`)
    return !rows[0].is_left
  })
  const [node, pgs] = [processorMicros([atrium.pid]) - before[0], processorMicros(postgres) - before[1]]
  const report = await sink.report()
  if (report.count !== DELIVERIES) throw new Error(`${report.count} deliveries were sent`)
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
           convert_to(replace($4, 'evt_0', 'evt_' || $3 || n), 'utf8'), now() from generate_series(1, $2::int) n
    returning id),
  d as (
    insert into deliveries (id, event_id, event_type, webhook_id, epoch, created_date)
    select 'dlv_' || $3 || n, 'evt_' || $3 || n, 'message.completed', ($1::text[])[1 + n % cardinality($1::text[])],
           0, now()
      from generate_series(1, $2::int) n, (select count(*) from e) all_of
    returning webhook_id, seq, id, event_id),
  q as (
    insert into webhook_queue (webhook_id, seq, delivery_id, event_id, lane, epoch, next_at, created_date)
    select webhook_id, seq, id, event_id, seq / cardinality($1::text[]) % 16, 0, now(), now() from d
    returning webhook_id, lane)
  insert into webhook_lanes as l (webhook_id, lane, pool, next_at, pokes)
  select distinct webhook_id, lane, 'fast', now(), 1 from q
  on conflict (webhook_id, lane) do update set next_at = excluded.next_at, pokes = l.pokes + 1`
