/** Counting the users of an app of 5,000,000 and of one of 50,000, against counting their rows. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { userCountStore } from '../server/src/modules/analytics/users/user-count-store.ts'
import type { Db } from '../server/src/platform/database/db.ts'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { createLog } from '../server/src/platform/log.ts'
import { median } from './harness.ts'

const FEW = { id: 'app_06bcz0k3v4n8q1t5w7x9y2few0', users: 50_000 }
const MANY = { id: 'app_06bcz0k3v4n8q1t5w7x9y2many', users: Number(process.env.BENCH_USERS ?? 5_000_000) }
const TURNS = 200
const TARGET_MS = 25
const TARGET_GROWTH = 4
const DAY_MS = 86_400_000

export async function analyticsUsers(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const log = createLog('warn')
  const postgres = await startEmbedded({ dataDir, log })
  // One connection: what the counts cost one after the other, though a request reads them side by side.
  const { db, pool, close } = openDatabase({ connection: postgres.connection, maxConnections: 1, log })
  try {
    await migrate({ pool, folder: new URL('../server/migrations/', import.meta.url), log })
    const now = await fill(postgres.connection)
    await compare(db, now)
  } finally {
    await close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Users whose most recent events are spread over 61 days, more of them lately, in no order. */
async function fill(connection: pg.ClientConfig): Promise<Date> {
  const client = new pg.Client(connection)
  await client.connect()
  const now = new Date()
  for (const { id, users } of [FEW, MANY]) {
    for (let from = 0; from < users; from += CHUNK) {
      await client.query(
        `insert into user_last_event (app_id, user_id, bucket, last_at)
         select $1, 'usr_' || md5(n::text), floor(extract(epoch from at) / 600), at
           from (select n, $4::timestamptz - interval '61 days' * power(((n::bigint * 7919) % $5) / $5::float8, 1.5) as at
                   from generate_series($2::int, $3::int - 1) n) users`,
        [id, from, Math.min(from + CHUNK, users), now, users],
      )
    }
  }
  await client.query('vacuum analyze user_last_event')
  await client.query('vacuum analyze activity_bucket')
  await client.end()
  return now
}
const CHUNK = 250_000

async function compare(db: Db, now: Date): Promise<void> {
  console.log(
    `\nanalytics-users: ${MANY.users.toLocaleString('en')} users against ${FEW.users.toLocaleString('en')}`,
  )
  const medians: number[] = []
  for (const app of [FEW, MANY]) {
    const ours: number[] = []
    for (let turn = 0; turn < TURNS; turn++)
      ours.push(await timed(() => counted(db, app.id, moment(now, turn))))
    const naive: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      const at = moment(now, turn)
      const [left, right] = [await counted(db, app.id, at), await recounted(db, app.id, at)]
      if (JSON.stringify(left) !== JSON.stringify(right)) throw new Error(`${left} is not ${right}`)
      naive.push(await timed(() => recounted(db, app.id, at)))
    }
    medians.push(median(ours))
    const figures = `${median(ours).toFixed(1)} ms, p99 ${percentile(ours, 0.99).toFixed(1)} ms`
    const users = app.users.toLocaleString('en').padStart(9)
    console.log(
      `  ${users} users: four counts ${figures}; counting rows ${median(naive).toFixed(1)} ms; equal`,
    )
  }
  const [few = 1, many = 0] = medians
  const isGood = many <= TARGET_MS && many / few <= TARGET_GROWTH
  console.log(
    `  growth ${(many / few).toFixed(2)}   target ${TARGET_GROWTH}, ${TARGET_MS} ms${isGood ? '' : '   missed'}`,
  )
}

/** Some minutes apart, so that the edges fall into different buckets. */
function moment(now: Date, turn: number): Date {
  return new Date(now.getTime() + turn * 97_000)
}

async function counted(db: Db, appId: string, now: Date): Promise<number[]> {
  const store = userCountStore(db)
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return [
    await store.activeSince(appId, ago(7)),
    await store.live(appId, new Date(now.getTime() - 120_000)),
    await store.activeBetween(appId, ago(30), ago(7)),
    await store.activeBetween(appId, ago(60), ago(30)),
  ]
}

async function recounted(db: Db, appId: string, now: Date): Promise<number[]> {
  const { rows } = await sql<{ active: number; live: number; week: number; month: number }>`
    select count(*) filter (where last_at > ${now}::timestamptz - interval '168 hours') as active,
           (select count(*) from heartbeats where app_id = ${appId} and seen_at > ${now}::timestamptz - interval '2 minutes') as live,
           count(*) filter (where last_at > ${now}::timestamptz - interval '720 hours'
                              and last_at <= ${now}::timestamptz - interval '168 hours') as week,
           count(*) filter (where last_at > ${now}::timestamptz - interval '1440 hours'
                              and last_at <= ${now}::timestamptz - interval '720 hours') as month
      from user_last_event where app_id = ${appId}`.execute(db)
  const [row] = rows
  return row ? [row.active, row.live, row.week, row.month] : []
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
}
