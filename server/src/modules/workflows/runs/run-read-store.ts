import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type RunRow, type StepRow, type WorkflowRow, workflowRunSteps, workflowRuns } from '../tables.ts'

export type NamedWorkflow = Pick<WorkflowRow, 'id' | 'name' | 'version' | 'archived_at'>

/** As lists show it: what it carries is read one by one. */
export type ListedRun = Pick<RunRow, (typeof LISTED)[number]> & { workflow_name: string }

const LISTED = [
  'id',
  'workflow_id',
  'version',
  'status',
  'trigger_type',
  'error',
  'is_test_run',
  'replay_of_run_id',
  'created_date',
  'started_at',
  'completed_at',
] as const

export type NamedRun = RunRow & { workflow_name: string }

type Tables = { workflow_runs: RunRow; workflow_run_steps: StepRow; workflows: WorkflowRow }

export interface RunFilter {
  app_id: string
  /** Of one workflow only. */
  workflow_id?: string
  status?: RunRow['status'] | undefined
  trigger_type?: RunRow['trigger_type'] | undefined
}

const find = prepared<RunRow>(
  'workflow_find_run',
  `select ${workflowRuns.columns()} from workflow_runs where workflow_id = $1 and id = $2`,
)
const findNamed = prepared<NamedRun>(
  'workflow_find_named_run',
  `select ${workflowRuns.columns('r')}, w.name as workflow_name
     from workflow_runs r join workflows w on w.id = r.workflow_id where r.id = $1`,
)
const steps = prepared<StepRow>(
  'workflow_read_steps',
  `select ${workflowRunSteps.columns()} from workflow_run_steps where run_id = $1 order by seq limit $2`,
)

export const runReadStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async findWorkflow(appId: string, id: string): Promise<NamedWorkflow | undefined> {
      return q
        .selectFrom('workflows')
        .select(['id', 'name', 'version', 'archived_at'])
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .executeTakeFirst()
    },
    async find(workflowId: string, id: string): Promise<RunRow | undefined> {
      return (await find(db, [workflowId, id]))[0]
    },
    async findNamed(id: string): Promise<NamedRun | undefined> {
      return (await findNamed(db, [id]))[0]
    },
    async findInApp(appId: string, id: string): Promise<{ id: string } | undefined> {
      return q
        .selectFrom('workflow_runs')
        .select('id')
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .executeTakeFirst()
    },
    async steps(runId: string, limit: number): Promise<StepRow[]> {
      return steps(db, [runId, limit])
    },
    /** A step that waits for something of this type. */
    async waitingStep(runId: string, id: string, type: string): Promise<StepRow | undefined> {
      return q
        .selectFrom('workflow_run_steps')
        .selectAll()
        .where('run_id', '=', runId)
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .where('listens_to', '=', type)
        .executeTakeFirst()
    },
    /** What a run finished counts as done in another one. */
    async copyFinished(from: string, to: string): Promise<void> {
      const { columns } = workflowRunSteps
      await sql`
        insert into workflow_run_steps (${sql.raw(columns())})
        select ${to}, ${sql.raw(columns('s').split(', ').slice(1).join(', '))} from workflow_run_steps s
         where s.run_id = ${from} and s.status in ('completed', 'skipped')`.execute(db)
    },
    /** Newest first. */
    async list(filter: RunFilter, after: string | undefined, limit: number): Promise<ListedRun[]> {
      const { app_id, workflow_id, status, trigger_type } = filter
      let query = q
        .selectFrom('workflow_runs as r')
        .innerJoin('workflows as w', 'w.id', 'r.workflow_id')
        .select(LISTED.map((column) => `r.${column}` as const))
        .select('w.name as workflow_name')
      query = workflow_id
        ? query.where('r.workflow_id', '=', workflow_id)
        : query.where('r.app_id', '=', app_id)
      if (status !== undefined) query = query.where('r.status', '=', status)
      if (trigger_type !== undefined) query = query.where('r.trigger_type', '=', trigger_type)
      if (after !== undefined) query = query.where('r.id', '<', after)
      return query.orderBy('r.id', 'desc').limit(limit).execute()
    },
    /** Returns how many were removed; they carry steps, so not all of them in one statement. */
    async deleteEnded(before: Date, failedBefore: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from workflow_runs where id in (
          select id from workflow_runs
           where completed_at < ${before} and (status <> 'failed' or completed_at < ${failedBefore})
           limit ${limit})`.execute(db)
      return Number(numAffectedRows ?? 0)
    },
    /** Asks for the end of a run; returns what it is then, undefined when it had ended. One that nobody holds is cancelled at once. */
    async cancel(id: string, now: Date): Promise<RunRow['status'] | undefined> {
      const [row] = (
        await sql<Pick<RunRow, 'status'>>`
          update workflow_runs
             set status = case when worker is null and started_at is null then 'cancelled' else 'cancelling' end,
                 completed_at = case when worker is null and started_at is null then ${now}::timestamptz end,
                 wake_at = case when worker is null and started_at is null then null else ${now}::timestamptz end
           where id = ${id} and status in ('queued', 'running', 'cancelling') returning status`.execute(db)
      ).rows
      return row?.status
    },
  }
}
