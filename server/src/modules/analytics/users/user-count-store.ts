/** How many users an app has, by their most recent event: whole buckets from counters, those at the edges row by row. */
import { Id } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { bigint, integer, type RowOf, table, text, time } from '../../../platform/database/table.ts'

export const heartbeats = table(
  'heartbeats',
  { app_id: text(Id), user_id: text(Id), seen_at: time() },
  { key: ['app_id', 'user_id'], references: { app_id: 'apps' } },
)

const Count = Type.Integer({ minimum: 0 })
export const userCounts = table(
  'user_counts',
  {
    app_id: text(Id),
    taken_at: time(),
    active_users: integer(Count),
    live_users: integer(Count),
    inactive_7d: integer(Count),
    inactive_30d: integer(Count),
  },
  { key: ['app_id', 'taken_at'], references: { app_id: 'apps' } },
)
export type NotedCounts = Omit<RowOf<typeof userCounts>, 'app_id'>

const FROM_EVENTS = 'it follows from the events'
export const userLastEvent = table(
  'user_last_event',
  { app_id: text(), user_id: text(), bucket: integer(), last_at: time() },
  { key: ['app_id', 'user_id'], notArchived: FROM_EVENTS },
)
export const activityBucket = table(
  'activity_bucket',
  { app_id: text(), bucket: integer(), users: bigint() },
  { key: ['app_id', 'bucket'], notArchived: FROM_EVENTS },
)

/** `bucket` of a moment, as migration 0024 says. */
const BUCKET_MS = 600_000
export const LIVE_MS = 120_000

export function bucketOf(moment: Date): number {
  return Math.floor(moment.getTime() / BUCKET_MS)
}

type Count = { users: number }

const countSince = prepared<Count>(
  'users_active_since',
  `select ((select coalesce(sum(users), 0) from activity_bucket where app_id = $1 and bucket > $2)
         + (select count(*) from user_last_event where app_id = $1 and bucket = $2 and last_at > $3))::integer as users`,
)

const countBetween = prepared<Count>(
  'users_active_between',
  `select ((select coalesce(sum(users), 0) from activity_bucket where app_id = $1 and bucket > $2 and bucket < $4)
         + (select count(*) from user_last_event where app_id = $1 and bucket = $2 and last_at > $3)
         + (select count(*) from user_last_event where app_id = $1 and bucket = $4 and last_at <= $5))::integer as users`,
)

const countLive = prepared<Count>(
  'users_live',
  'select count(*)::integer as users from heartbeats where app_id = $1 and seen_at > $2',
)

export const userCountStore = (db: Db) => ({
  /** Later than this. */
  async activeSince(appId: string, after: Date): Promise<number> {
    return one(await countSince(db, [appId, bucketOf(after), after]))
  },
  /** Later than the one and not later than the other, which is in a later bucket. */
  async activeBetween(appId: string, after: Date, until: Date): Promise<number> {
    return one(await countBetween(db, [appId, bucketOf(after), after, bucketOf(until), until]))
  },
  async live(appId: string, after: Date): Promise<number> {
    return one(await countLive(db, [appId, after]))
  },

  /** Some of the apps that anything is counted of, in the order of their ids. */
  async appsBehind(after: string, limit: number): Promise<string[]> {
    // From one app to the next by the index, however many buckets each has.
    const { rows } = await sql<{ app_id: string }>`
      with recursive apps (app_id, place) as (
        (select app_id, 1 from activity_bucket where app_id > ${after} order by app_id limit 1)
        union all
        select (select b.app_id from activity_bucket b where b.app_id > apps.app_id order by b.app_id limit 1), place + 1
          from apps where app_id is not null and place < ${limit})
      select app_id from apps where app_id is not null`.execute(db)
    return rows.map(({ app_id }) => app_id)
  },

  /** Notes the counts of these apps at a full hour, which is where buckets begin; those without users are left out. */
  async insertCounts(
    apps: readonly string[],
    hour: Date,
    edges: { days7: Date; days30: Date; days60: Date },
  ): Promise<void> {
    const [b7, b30, b60] = [edges.days7, edges.days30, edges.days60].map(bucketOf)
    await sql`
      insert into user_counts (${sql.raw(userCounts.columns())})
      select b.app_id, ${hour}, coalesce(sum(b.users) filter (where b.bucket >= ${b7}), 0),
             (select count(*) from heartbeats h
               where h.app_id = b.app_id and h.seen_at > ${new Date(hour.getTime() - LIVE_MS)}),
             coalesce(sum(b.users) filter (where b.bucket >= ${b30} and b.bucket < ${b7}), 0),
             coalesce(sum(b.users) filter (where b.bucket < ${b30}), 0)
        from activity_bucket b where b.app_id = any(${apps}) and b.bucket >= ${b60}
       group by b.app_id having sum(b.users) > 0
      on conflict do nothing`.execute(db)
  },

  async history(appId: string, since: Date, unit: 'hour' | 'day'): Promise<NotedCounts[]> {
    const { rows } =
      unit === 'hour'
        ? await sql<NotedCounts>`
            select taken_at, active_users, live_users, inactive_7d, inactive_30d from user_counts
             where app_id = ${appId} and taken_at > ${since} order by taken_at`.execute(db)
        : await sql<NotedCounts>`
            select distinct on (day) taken_at, active_users, max(live_users) over (partition by day) as live_users,
                   inactive_7d, inactive_30d
              from (select *, (taken_at at time zone 'UTC')::date as day from user_counts
                     where app_id = ${appId} and taken_at > ${since}) counts
             order by day, taken_at desc`.execute(db)
    return rows
  },

  /** Removes some users whose most recent event is in an older bucket; returns how many. Waits for nobody. */
  async removeBefore(bucket: number, limit: number): Promise<number> {
    const { rows } = await sql`
      delete from user_last_event where ctid = any (array(
        select u.ctid from user_last_event u
          join (select app_id, bucket from activity_bucket where bucket < ${bucket} and users > 0 limit 100) b
            on b.app_id = u.app_id and b.bucket = u.bucket
         limit ${limit} for update of u skip locked))
      returning 1`.execute(db)
    return rows.length
  },
  /** Removes what says nothing any more. */
  async tidy(bucket: number, now: Date, oldestCount: Date): Promise<void> {
    await sql`delete from activity_bucket where bucket < ${bucket} and users = 0`.execute(db)
    await sql`delete from heartbeats where seen_at < ${new Date(now.getTime() - 5 * LIVE_MS)}`.execute(db)
    await sql`delete from user_counts where taken_at < ${oldestCount}`.execute(db)
  },
})

function one([row]: Count[]): number {
  return row?.users ?? 0
}
