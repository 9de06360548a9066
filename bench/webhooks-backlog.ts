/** What taking work costs with little and with much of it waiting. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { laneStore } from '../server/src/modules/webhooks/delivery/lane-store.ts'
import type { Db } from '../server/src/platform/database/db.ts'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { allowSilence } from '../server/src/platform/database/silence.ts'
import { createLog } from '../server/src/platform/log.ts'
import { median } from './harness.ts'

export async function webhooksBacklog(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const log = createLog('warn')
  const postgres = await startEmbedded({ dataDir, log })
  const { db, pool, close } = openDatabase({ connection: postgres.connection, log })
  try {
    await migrate({ pool, folder: new URL('../server/migrations/', import.meta.url), log })
    await pool.query(PEOPLE)
    const times: number[] = []
    console.log(`\nwebhooks: claiming ${LANES} lanes and reading their work (median of ${TURNS})`)
    for (const part of [FEW, MANY]) {
      await fill(pool, part)
      const ms = await turns(db)
      times.push(ms)
      console.log(
        `  ${(part.events * part.webhooks).toLocaleString('en').padStart(9)} waiting   ${ms.toFixed(2)} ms`,
      )
    }
    const [few = 1, many = 0] = times
    console.log(`  ratio ${(many / few).toFixed(2)}   target 2`)
  } finally {
    await close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const WEBHOOKS = 100
const LANES = 64
const PER_LANE = 16
const TURNS = 200

/** Both fill what is read of each lane. */
const FEW: Part = { first: 0, events: 16 * PER_LANE, webhooks: 4 }
const MANY: Part = { first: FEW.events, events: 10_000, webhooks: WEBHOOKS }

interface Part {
  first: number
  events: number
  webhooks: number
}

const PEOPLE = `
  with u as (insert into users (id, email, full_name) values ('usr_1', 'one@example.com', 'One') returning id),
  s as (insert into workspaces (id, name, plan) values ('ws_1', 'One', 'business') returning id),
  a as (insert into apps (id, workspace_id, owner_id, name, kind) select 'app_1', s.id, u.id, 'One', 'agent' from s, u
        returning id)
  insert into webhooks (id, app_id, source, target_url, events, created_date, updated_date)
  select 'wh_' || n, a.id, 'agent', 'https://example.com/', '{message.created}', now(), now()
    from a, generate_series(1, ${WEBHOOKS}) n`

/** So many events from this number on, for so many webhooks. */
async function fill(pool: Pool, { first, events, webhooks }: Part): Promise<void> {
  const client = await pool.connect()
  try {
    allowSilence(client)
    await client.query('set statement_timeout = 0')
    await client.query(
      `with e as (
         insert into webhook_events (id, app_id, type, body, created_date)
         select 'evt_' || n, 'app_1', 'message.created', '{}', now() from generate_series($1::int, $2::int - 1) n
         returning id),
       d as (
         insert into deliveries (id, event_id, event_type, webhook_id, epoch, created_date)
         select 'dlv_' || n || '_' || w, 'evt_' || n, 'message.created', 'wh_' || w, 0, now()
           from generate_series($1::int, $2::int - 1) n, generate_series(1, $3::int) w,
                (select count(*) from e) all_of
         returning webhook_id, seq, id, event_id),
       q as (
         insert into webhook_queue (webhook_id, seq, delivery_id, event_id, lane, epoch, next_at, created_date)
         select webhook_id, seq, id, event_id, substr(event_id, 5)::int % 16, 0, now(), now() from d
         returning webhook_id, lane)
       insert into webhook_lanes (webhook_id, lane, pool, next_at, pokes)
       select distinct webhook_id, lane, 'fast', now(), 1 from q on conflict do nothing`,
      [first, first + events, webhooks],
    )
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

async function turns(db: Db): Promise<number> {
  const store = laneStore(db)
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const begin = performance.now()
    const lanes = await store.claim('fast', LANES, randomUUID(), [], 60)
    const work = await store.readWork(lanes, PER_LANE)
    times.push(performance.now() - begin)
    if (work.length !== LANES) throw new Error(`${work.length} lanes were read`)
    await store.release(lanes.map((lane) => ({ lane, afterSeconds: 0 })))
  }
  return median(times)
}
