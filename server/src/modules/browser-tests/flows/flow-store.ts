import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type FlowRow, type TestRunRow, testFlows } from '../tables.ts'

/** The newest run of a test, if it has one. */
export interface LastRun {
  last_run_id: string | null
  last_run_status: TestRunRow['status']
  last_run_completed_at: Date | null
}

export type FlowWithRun = FlowRow & LastRun

/** Without what only one flow at a time is read for. */
export type ListedFlow = Omit<FlowRow, 'steps' | 'allowed_hosts' | 'timeout_seconds'> &
  LastRun & { step_count: number }

const WITH_LAST_RUN = `l.last_run_id, l.last_run_status, l.last_run_completed_at
  from test_flows f
  left join lateral (
    select e.id as last_run_id, e.status as last_run_status, e.completed_at as last_run_completed_at
      from test_executions e where e.flow_id = f.id and e.app_id = f.app_id order by e.id desc limit 1) l on true
 where f.app_id = $1`

const flowOfApp = prepared<FlowWithRun>(
  'test_flow',
  `select ${testFlows.columns('f')}, ${WITH_LAST_RUN} and f.id = $2`,
)

const lockedFlow = prepared<FlowRow>(
  'test_flow_locked',
  `select ${testFlows.columns()} from test_flows where app_id = $1 and id = $2 for no key update`,
)

const flowsOfApp = prepared<ListedFlow>(
  'test_flows_of_app',
  `select f.id, f.app_id, f.name, f.goal, f.role, f.start_url, f.schedule, f.on_publish, f.next_run_at,
          f.created_by_id, f.created_date, f.updated_date, f.step_count, ${WITH_LAST_RUN}
      and ($2::text is null or f.id < $2) and strpos(lower(f.name), lower($4)) > 0 order by f.id desc limit $3`,
)

const countedFlows = prepared<{ count: number }>(
  'test_flows_count',
  'select count(*)::integer as count from test_flows where app_id = $1',
)

const changeFlow = prepared(
  'test_flow_change',
  `update test_flows
      set name = $2, goal = $3, steps = $4::json, role = $5, start_url = $6, allowed_hosts = $7::jsonb,
          schedule = $8::jsonb, on_publish = $9, next_run_at = $10, timeout_seconds = $11, updated_date = $12
    where id = $1`,
)

const deleteFlow = prepared<{ id: string }>(
  'test_flow_delete',
  'delete from test_flows where app_id = $1 and id = $2 returning id',
)

const deleteActions = prepared(
  'flow_actions_delete_others',
  `delete from flow_actions a
    where a.flow_id = $1
      and (a.step_id, a.instruction) not in (select k.id, k.instruction
                                               from unnest($2::text[], $3::text[]) as k(id, instruction))`,
)

export const flowStore = (db: Db) => ({
  async find(appId: string, id: string): Promise<FlowWithRun | undefined> {
    const [row] = await flowOfApp(db, [appId, id])
    return row
  },
  /** Held until the transaction ends. */
  async lock(appId: string, id: string): Promise<FlowRow | undefined> {
    const [row] = await lockedFlow(db, [appId, id])
    return row
  },
  /** Newest first. */
  /** Those whose name holds the text, all by an empty one. */
  async list(appId: string, search: string, after: string | undefined, limit: number): Promise<ListedFlow[]> {
    return flowsOfApp(db, [appId, after, limit, search])
  },
  /** How many there are; others that are added wait until the transaction ends. */
  async lockAndCount(appId: string): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended('test flows ' || ${appId}, 0))`.execute(db)
    const [row] = await countedFlows(db, [appId])
    return row?.count ?? 0
  },
  async insert(row: FlowRow): Promise<void> {
    await testFlows.insertNew(db, [row])
  },
  async update(row: FlowRow): Promise<void> {
    const { id, name, goal, steps, role, start_url, allowed_hosts, schedule, on_publish, next_run_at } = row
    await changeFlow(db, [
      ...[id, name, goal, JSON.stringify(steps), role, start_url, JSON.stringify(allowed_hosts)],
      ...[
        schedule && JSON.stringify(schedule),
        on_publish,
        next_run_at,
        row.timeout_seconds,
        row.updated_date,
      ],
    ])
  },
  /** What is known of other steps than these is deleted. */
  async deleteOtherActions(id: string, steps: readonly { id: string; instruction: string }[]): Promise<void> {
    await deleteActions(db, [id, steps.map((step) => step.id), steps.map(({ instruction }) => instruction)])
  },
  /** Whether it was there. Its runs stay. */
  async delete(appId: string, id: string): Promise<boolean> {
    return (await deleteFlow(db, [appId, id])).length > 0
  },
})
