/**
 * Our statements on the tables of pg-boss, which documents them as an interface. We store jobs ourselves because
 * pg-boss takes one statement a queue, unprepared, and may fetch a second connection inside the transaction.
 */
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared.ts'

/** What the `data` of a stored job holds. */
export interface Envelope {
  payload: unknown
  attempt: number
  key?: string
}

/** A job in the hands of one worker. */
export interface Claim {
  id: string
  name: string
  /** How often it was taken before: who took it over has a higher one. */
  retryCount: number
}

export interface NewJob {
  name: string
  data: Envelope
  /** Null: at once. */
  start_after: Date | null
}

export interface JobCount {
  name: string
  waiting: number
  active: number
  failed: number
  /** When the oldest that could run by now was to run. */
  due_since: Date | null
}

/** Stores all in one statement; returns how many. One is left out when its key already waits. */
export async function insertJobs(db: Db, jobs: readonly NewJob[]): Promise<number> {
  const rows = jobs.map(({ name, data, start_after }) => ({ name, data, key: data.key, start_after }))
  return (await insert(db, [JSON.stringify(rows)])).length
}

const insert = prepared<{ name: string }>(
  'jobs_insert',
  // Only rows with the policy 'short' are held unique among the waiting ones, by name and key. The time of creation
  // decides which is taken first; now() would be the same for all jobs of a transaction.
  `insert into pgboss.job (name, data, singleton_key, policy, created_on, start_after, keep_until,
     retry_limit, expire_seconds, deletion_seconds, heartbeat_seconds)
   select q.name, x.data, x.key, case when x.key is not null then q.policy end,
     statement_timestamp() + x.position * interval '1 microsecond', coalesce(x.start_after, now()),
     coalesce(x.start_after, now()) + q.retention_seconds * interval '1 second',
     q.retry_limit, q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds
   from rows from (
     jsonb_to_recordset($1::jsonb) as (name text, data jsonb, key text, start_after timestamptz)
   ) with ordinality as x(name, data, key, start_after, position)
   join pgboss.queue as q on q.name = x.name
   on conflict do nothing
   returning name`,
)

/**
 * Hands the newer payload, and the earlier of the two times, to the job that waits under the same key; answers
 * whether there was one. The row stays locked until the transaction ends, so no worker runs it without seeing
 * what the transaction wrote.
 */
export async function replaceWaiting(db: Db, { name, data, start_after }: NewJob): Promise<boolean> {
  return (await replace(db, [name, data.key, data, start_after])).length > 0
}

const replace = prepared<{ id: string }>(
  'jobs_replace_waiting',
  `update pgboss.job set data = $3::jsonb, start_after = least(start_after, coalesce($4::timestamptz, now()))
   where name = $1 and coalesce(singleton_key, '') = $2 and state = 'created' and policy = 'short'
   returning id`,
)

/** The jobs among these that have something to do now, the longest waiting first. */
export async function dueNames(db: Db, names: readonly string[]): Promise<string[]> {
  return (await due(db, [names])).map(({ name }) => name)
}

const due = prepared<{ name: string }>(
  'jobs_due',
  `select given.name from unnest($1::text[]) as given(name)
   cross join lateral (
     select created_on from pgboss.job
     where name = given.name and state < 'active' and not blocked and start_after <= now()
     order by priority desc, created_on limit 1
   ) as next
   order by next.created_on`,
)

/** Makes due what waits until then, or whatever waits; for tests, which do not sleep. */
export async function hasten(db: Db, names: readonly string[], until: Date | 'infinity'): Promise<void> {
  await makeDue(db, [names, until])
}

const makeDue = prepared(
  'jobs_make_due',
  `update pgboss.job set start_after = now()
   where name = any($1::text[]) and state < 'active' and start_after > now() and start_after <= $2`,
)

/** Done jobs leave no row behind. Returns false when another has taken the job over. */
export async function removeActive(db: Db, { name, id, retryCount }: Claim): Promise<boolean> {
  return (await remove(db, [name, id, retryCount])).length > 0
}

const remove = prepared<{ id: string }>(
  'jobs_remove_active',
  `delete from pgboss.job where name = $1 and id = $2 and state = 'active' and retry_count = $3 returning id`,
)

/** Failed for good: kept to be seen, whatever tries pg-boss itself would still allow. False as with `removeActive`. */
export async function markFailed(db: Db, { name, id, retryCount }: Claim, output: object): Promise<boolean> {
  return (await fail(db, [name, id, output, retryCount])).length > 0
}

const fail = prepared<{ id: string }>(
  'jobs_mark_failed',
  `update pgboss.job set state = 'failed', completed_on = now(), output = $3::jsonb
   where name = $1 and id = $2 and state = 'active' and retry_count = $4
   returning id`,
)

/** In somebody's hands, of pg-boss itself too. */
export async function activeJobs(db: Db): Promise<{ name: string; id: string }[]> {
  return active(db, [])
}

const active = prepared<{ name: string; id: string }>(
  'jobs_active',
  `select name, id from pgboss.job where state = 'active'`,
)

/** Unfinished jobs of other names than these. */
export async function unknownJobs(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; count: number }[]> {
  return unknown(db, [names])
}

const unknown = prepared<{ name: string; count: number }>(
  'jobs_unknown',
  `select name, count(*)::int as count from pgboss.job
   where state < 'completed' and name <> all($1::text[]) and not starts_with(name, '__pgboss__')
   group by name order by name`,
)

/** Exact; as done jobs are removed, this reads the backlog and the failed ones only. */
export async function countJobs(db: Db, names: readonly string[]): Promise<JobCount[]> {
  const found = new Map((await count(db, [])).map((row) => [row.name, row]))
  return names.map((name) => found.get(name) ?? { name, waiting: 0, active: 0, failed: 0, due_since: null })
}

const count = prepared<JobCount>(
  'jobs_count',
  `select name, count(*) filter (where state < 'active')::int as waiting,
     count(*) filter (where state = 'active')::int as active,
     count(*) filter (where state = 'failed')::int as failed,
     min(start_after) filter (where state < 'active' and start_after <= now()) as due_since
   from pgboss.job group by name`,
)

/** Queues that exist already stay as they are. */
export async function createQueues(
  db: Db,
  queues: readonly { name: string; options: object }[],
): Promise<void> {
  await create(db, [JSON.stringify(queues)])
}

const create = prepared(
  'jobs_create_queues',
  `select pgboss.create_queue(name, options) from jsonb_to_recordset($1::jsonb) as q(name text, options jsonb)`,
)
