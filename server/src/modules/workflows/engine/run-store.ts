/** How runs are found, taken, written and given back. Only the worker that a run names may write it. */
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type RunRow, type StepRow, workflowRunSteps, workflowRuns } from '../tables.ts'

/** What becomes of a run with what is written of it. */
export interface RunWrite {
  id: string
  /** In whose name it is written. A server that was taken for dead has another one then. */
  worker: string
  steps: readonly StepRow[]
  /** It has ended. */
  end?: Pick<RunRow, 'output' | 'error' | 'completed_at'> & { status: RunRow['status'] }
  /** It waits, until that moment or until something arrives; nobody carries it out. */
  release?: { wakeAt: Date | null }
}

/** How it ended, or until when it waits. */
export type RunOutcome = Pick<RunWrite, 'end' | 'release'>

/** One that is new has no steps yet. */
export type ClaimedRun = RunRow & { is_new: boolean }

const RUN = workflowRuns.columns('r')
const STEP = workflowRunSteps.columns()

/**
 * Takes due runs, the longest waiting first. An app, and a workflow, has only so many carried out at a time, so that one
 * that starts many does not hold up the others.
 */
const claim = prepared<ClaimedRun>(
  'workflow_claim_runs',
  `with held as (
     select app_id, workflow_id, count(*)::int as runs from workflow_runs
      where worker is not null group by app_id, workflow_id),
   held_of_app as (select app_id, sum(runs)::int as runs from held group by app_id),
   due as (
     select id, app_id, workflow_id, wake_at, status = 'queued' and replay_of_run_id is null as is_new from workflow_runs
      where wake_at <= $2 and worker is null
        and app_id <> all (array(select app_id from held_of_app where runs >= $4))
        and workflow_id <> all (array(select workflow_id from held where runs >= $5))
      order by wake_at limit $3 for update skip locked),
   placed as (
     select due.id, due.is_new,
            coalesce(a.runs, 0) + row_number() over (partition by due.app_id order by due.wake_at) as in_app,
            coalesce(w.runs, 0) + row_number() over (partition by due.workflow_id order by due.wake_at) as in_workflow
       from due left join held_of_app a using (app_id) left join held w using (app_id, workflow_id))
   update workflow_runs r
      set worker = $1, wake_at = null, started_at = coalesce(r.started_at, $2),
          status = case when r.status = 'queued' then 'running' else r.status end
     from placed where r.id = placed.id and placed.in_app <= $4 and placed.in_workflow <= $5
   returning ${RUN}, placed.is_new`,
)

/** Writes what many runs did in one statement; returns those that were still the worker's, with their status then. */
const write = prepared<{ id: string; status: RunRow['status'] }>(
  'workflow_write_runs',
  `with given as (
     select * from unnest($2::text[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::boolean[], $8::timestamptz[])
       as given(id, status, output, error, completed_at, is_released, wake_at)),
   held as (
     -- By their ids: of the index of all held runs it would have to read every row.
     select r.id, r.status from workflow_runs r join unnest($1::text[], $2::text[]) as w(worker, id) on w.id = r.id
      where r.id = any ($2) and r.worker is not distinct from w.worker for no key update of r),
   changed as (
     update workflow_runs r
        set status = coalesce(given.status, r.status),
            output = coalesce(given.output::json, r.output),
            error = coalesce(given.error, r.error),
            completed_at = coalesce(given.completed_at, r.completed_at),
            worker = null,
            -- What arrived in the meantime makes it due sooner.
            wake_at = case when given.status is null then least(r.wake_at, given.wake_at) end
       from given join held using (id) where r.id = given.id and given.is_released),
   stored as (
     insert into workflow_run_steps (${STEP})
     select s.run_id, s.id, s.attempt, s.seq, s.app_id, s.name, s.type, s.status, s.input::json, s.output::json,
            s.context::json, s.error, s.next, s.due_at, s.listens_to, s.started_at, s.completed_at
       from unnest($9::text[], $10::text[], $11::int[], $12::int[], $13::text[], $14::text[], $15::text[], $16::text[],
                   $17::text[], $18::text[], $19::text[], $20::jsonb[], $21::text[], $22::timestamptz[], $23::text[],
                   $24::timestamptz[], $25::timestamptz[])
         as s(run_id, id, attempt, seq, app_id, name, type, status, input, output, context, error, next, due_at,
              listens_to, started_at, completed_at)
       join held on held.id = s.run_id
     on conflict (run_id, id, attempt) do update
        set status = excluded.status, input = excluded.input, output = excluded.output, context = excluded.context,
            error = excluded.error, next = excluded.next, due_at = excluded.due_at, listens_to = excluded.listens_to,
            started_at = excluded.started_at, completed_at = excluded.completed_at)
   select id, status from held`,
)

const NEW_RUN = workflowRuns.columns()
/** By its name: it is sent for every few runs that are started. */
const insert = prepared(
  'workflow_insert_runs',
  `insert into workflow_runs (${NEW_RUN})
   select ${NEW_RUN} from json_populate_recordset(null::workflow_runs, $1::json)`,
)

const stepsOf = prepared<StepRow>(
  'workflow_steps_of',
  `select ${STEP}, context is not null as has_context from workflow_run_steps where run_id = any ($1) order by run_id, seq`,
)

/** Runs that the worker has and somebody wants something of: to stop, or to see what arrived. */
const called = prepared<Pick<RunRow, 'id' | 'status'>>(
  'workflow_called_runs',
  'select id, status from workflow_runs where worker = $1 and wake_at is not null',
)

export const runStore = (db: Db) => ({
  async claim(
    worker: string,
    now: Date,
    limits: { room: number; ofApp: number; ofWorkflow: number },
  ): Promise<ClaimedRun[]> {
    return claim(db, [worker, now, limits.room, limits.ofApp, limits.ofWorkflow])
  },
  async called(worker: string): Promise<Pick<RunRow, 'id' | 'status'>[]> {
    return called(db, [worker])
  },
  async stepsOf(runIds: readonly string[]): Promise<StepRow[]> {
    return stepsOf(db, [runIds])
  },
  async insert(rows: readonly RunRow[]): Promise<void> {
    if (rows.length > 0) await insert(db, [JSON.stringify(rows)])
  },
  async write(writes: readonly RunWrite[]): Promise<Map<string, RunRow['status']>> {
    const steps = writes.flatMap((one) => one.steps)
    const rows = await write(db, [
      writes.map(({ worker }) => worker),
      writes.map(({ id }) => id),
      writes.map(({ end }) => end?.status ?? null),
      writes.map(({ end }) => (end && end.output !== null ? JSON.stringify(end.output) : null)),
      writes.map(({ end }) => (end?.error ? JSON.stringify(end.error) : null)),
      writes.map(({ end }) => end?.completed_at ?? null),
      writes.map(({ end, release }) => end !== undefined || release !== undefined),
      writes.map(({ release }) => release?.wakeAt ?? null),
      steps.map(({ run_id }) => run_id),
      steps.map(({ id }) => id),
      steps.map(({ attempt }) => attempt),
      steps.map(({ seq }) => seq),
      steps.map(({ app_id }) => app_id),
      steps.map(({ name }) => name),
      steps.map(({ type }) => type),
      steps.map(({ status }) => status),
      steps.map(({ input }) => textOf(input)),
      steps.map(({ output }) => textOf(output)),
      steps.map(({ context, has_context }) => (has_context ? JSON.stringify(context ?? null) : null)),
      steps.map(({ error }) => textOf(error)),
      steps.map(({ next }) => next),
      steps.map(({ due_at }) => due_at),
      steps.map(({ listens_to }) => listens_to),
      steps.map(({ started_at }) => started_at),
      steps.map(({ completed_at }) => completed_at),
    ])
    return new Map(rows.map(({ id, status }) => [id, status]))
  },
})

/** As text, because some JSON is none for PostgreSQL once it is read. */
function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
