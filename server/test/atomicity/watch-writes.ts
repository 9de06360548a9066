/** Sees which writes of a call commit together, and lets one of its transactions fail at its commit. */
import pg from 'pg'
import { vi } from 'vitest'

export interface Watched {
  /** What the call threw; null when it succeeded. */
  error: unknown
  /** What was committed, in order: each entry is a transaction or a single statement. */
  units: Unit[]
  /** Channels that were notified outside of any transaction. */
  notified: string[]
  wasRefused: boolean
}

export interface Unit {
  /** Every table and what was done to its rows, as in `apps insert, audit_log insert`. */
  writes: string
  isTransaction: boolean
}

export interface WriteWatch {
  /** Runs the call; with `refuse: 2` the second transaction that wrote something fails when it commits. */
  during(call: () => Promise<unknown>, options?: WatchOptions): Promise<Watched>
  stop(): Promise<void>
}

export interface WatchOptions {
  refuse?: number | undefined
  /** The job that the call runs: the queue's own work on its row is left out, and whatever follows its end. */
  job?: string | undefined
}

/** Written for other reasons than the call; the condition may use `operation`, `columns` (of an update) and `row`. */
const OF_NO_CALL = [
  // Every request counts; the limits are off here, but other counters use the same table.
  { tables: ['rate_limits'], when: 'true' },
  // Which node is alive and which rooms its subscribers are in: written by the nodes, not by a use case.
  { tables: ['realtime_nodes', 'realtime_interests', 'realtime_messages'], when: 'true' },
  // The sandbox stands for another company's servers, which know nothing of our transactions.
  {
    tables: ['ad_sandbox_accounts', 'ad_sandbox_campaigns', 'ad_sandbox_versions', 'ad_sandbox_goals'],
    when: 'true',
  },
  // What reaches outside stores its key before and its answer after; all other keys count.
  { tables: ['idempotency_keys'], when: `row->>'holder' is not null` },
  // That a function was called is noted in the background.
  { tables: ['function_invocations'], when: 'true' },
  // When a credential was last used and a person last seen is recorded in the background, at most once a minute.
  { tables: ['credentials'], when: `operation = 'update' and columns <@ array['last_used_at']` },
  {
    tables: ['member_activity'],
    when: `operation = 'update' and columns <@ array['last_seen', 'changed']
           or operation = 'insert' and row->>'month' is null`,
  },
]

const SCHEMA = `
  create schema atomicity;
  create table atomicity.writes (
    at bigint generated always as identity, xid xid8, relation text, operation text, job text);
  create function atomicity.note() returns trigger language plpgsql as $$
  declare
    operation text := lower(tg_op);
    relation text := tg_argv[0];
    row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    columns text[] := case when tg_op = 'UPDATE' then array(
      select n.key from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
       where n.value is distinct from o.value) end;
  begin
    ${OF_NO_CALL.map(
      ({ tables, when }) =>
        `if relation in (${tables.map((name) => `'${name}'`)}) and (${when}) then return null; end if;`,
    ).join('\n')}
    insert into atomicity.writes (xid, relation, operation, job)
    values (pg_current_xact_id(), relation, operation, case when relation = 'pgboss.job' then row->>'name' end);
    return null;
  end $$;
  create function atomicity.wrote() returns text language sql as
    'select xid::text from atomicity.writes where xid = pg_current_xact_id_if_assigned() limit 1';
  create function atomicity.refuse() returns void language plpgsql as
    'begin raise exception ''the test refuses this commit''; end';`

/** Rows of partitions are reported by the trigger of their table. */
const TABLES = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
     and (n.nspname = 'public' or c.relname = 'job')`

const UNITS = `
  select xid::text, string_agg(distinct concat_ws(' ', relation, job, operation), ', '
                               order by concat_ws(' ', relation, job, operation)) as writes
    from atomicity.writes
   where job is distinct from $1
     and at < coalesce((select min(at) from atomicity.writes where job = $1 and operation = 'delete'), 'Infinity'::float)
   group by xid order by min(at)`

export async function watchWrites(databaseUrl: string): Promise<WriteWatch> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const own = new pg.Client(databaseUrl)
  await own.connect()
  await own.query(SCHEMA)
  for (const { name } of (await own.query<{ name: string }>(TABLES)).rows)
    await own.query(`create trigger atomicity after insert or update or delete on ${name}
                     for each row execute function atomicity.note('${name}')`)

  const inTransaction = new WeakSet<pg.Client>()
  let refuseAt = 0
  let committed: string[] = []
  let wasRefused = false
  let notified: string[] = []
  // NOTIFY for deliveries is sent at most every 100 ms. What was put off before a call is awaited, so that it does not
  // count as the call's; then the time is moved on, so that the call's own is not put off.
  const realNow = performance.now.bind(performance)
  let aheadMs = 0
  let lastWokenAt = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs)
  const quiet = () => vi.waitUntil(() => realNow() > lastWokenAt + 150, { interval: 10 })

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver have no common type
  const send = pg.Client.prototype.query as (this: pg.Client, ...args: any[]) => any
  const commit = async (client: pg.Client) => {
    const [{ xid }] = (await send.call(client, 'select atomicity.wrote() as xid')).rows
    if (xid !== null) {
      committed.push(xid)
      if (committed.length === refuseAt) {
        wasRefused = true
        await send.call(client, 'select atomicity.refuse()')
      }
    }
    inTransaction.delete(client)
    return send.call(client, 'commit')
  }
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    // biome-ignore lint/suspicious/noExplicitAny: as above
    ...args: any[]
  ): unknown {
    const isWatched = this.database === database && this !== own
    const text = isWatched ? textOf(args[0]) : ''
    if (/^(begin|start transaction)/i.test(text)) inTransaction.add(this)
    if (/^rollback$/i.test(text)) inTransaction.delete(this)
    const place = /pg_notify\(\$(\d)/.exec(text)?.[1]
    const channel = place && String(valuesOf(args)[Number(place) - 1])
    if (channel === 'webhook_deliveries') lastWokenAt = realNow()
    if (channel && !inTransaction.has(this)) notified.push(channel)
    return /^commit$/i.test(text) ? commit(this) : send.apply(this, args)
  } as typeof pg.Client.prototype.query)

  return {
    async during(call, { refuse = 0, job } = {}) {
      await quiet()
      await own.query('delete from atomicity.writes')
      committed = []
      notified = []
      wasRefused = false
      refuseAt = refuse
      aheadMs += 200
      const error = await call().then(
        () => null,
        (reason) => reason,
      )
      refuseAt = 0
      const { rows } = await own.query<{ xid: string; writes: string }>(UNITS, [job ?? ''])
      const units = rows.map(({ xid, writes }) => ({ writes, isTransaction: committed.includes(xid) }))
      return { error, units, notified: notified.filter((name) => name !== 'realtime_interests'), wasRefused }
    },
    async stop() {
      spy.mockRestore()
      clock.mockRestore()
      await own.end()
    },
  }
}

function textOf(query: string | { text?: string }): string {
  return typeof query === 'string' ? query : (query.text ?? '')
}

function valuesOf([query, values]: unknown[]): unknown[] {
  if (Array.isArray(values)) return values
  return (query as { values?: unknown[] }).values ?? []
}
