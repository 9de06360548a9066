import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type RowOf, table, text, time } from '../../../platform/database/table.ts'
import type { RunRow, StepRow, VersionRow } from '../tables.ts'
import type { EarlierRun, StepBrief } from './failure-facts.ts'

export const runAnalyses = table(
  'workflow_run_analyses',
  { run_id: text(), holder: text(), held_until: time() },
  { key: ['run_id'], notArchived: 'it says who explains a run at this moment' },
)

type Tables = {
  workflow_versions: VersionRow
  workflow_runs: RunRow
  workflow_run_steps: StepRow
  workflow_run_analyses: RowOf<typeof runAnalyses>
}

const BRIEF = 'id, name, type, status, attempt, error, started_at, completed_at'

/** The newest steps up to one of them, oldest first; all when there is none. */
const stepsUntil = prepared<StepBrief & { steps: number }>(
  'run_steps_until',
  `select ${BRIEF}, steps from (
     select ${BRIEF}, seq, attempt as try, count(*) over ()::integer as steps
       from workflow_run_steps where run_id = $1 and ($2::integer is null or seq <= $2)
      order by seq desc, attempt desc limit $3) newest
    order by seq, try`,
)

const claim = prepared<{ run_id: string }>(
  'claim_run_analysis',
  `insert into workflow_run_analyses as a (run_id, holder, held_until) values ($1, $2, $3)
   on conflict (run_id) do update set holder = excluded.holder, held_until = excluded.held_until
     where a.held_until <= $4
   returning run_id`,
)

export const analysisStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async findRun(workflowId: string, id: string) {
      return q
        .selectFrom('workflow_runs')
        .select([
          'id',
          'workflow_id',
          'version',
          'status',
          'trigger_type',
          'error',
          'started_at',
          'completed_at',
          'explanation',
          'explained_at',
        ])
        .where('workflow_id', '=', workflowId)
        .where('id', '=', id)
        .executeTakeFirst()
    },
    async findDefinition(workflowId: string, version: number): Promise<WorkflowDefinition | null> {
      const found = await q
        .selectFrom('workflow_versions')
        .select('definition')
        .where('workflow_id', '=', workflowId)
        .where('version', '=', version)
        .executeTakeFirst()
      return found?.definition ?? null
    },

    /** The last try of the step that is named, else the step that failed last. */
    async findFailing(runId: string, stepId: string | null): Promise<StepRow | null> {
      let query = q.selectFrom('workflow_run_steps').selectAll().where('run_id', '=', runId)
      query = stepId === null ? query.where('status', '=', sql.lit('failed')) : query.where('id', '=', stepId)
      const found = await query.orderBy('seq', 'desc').orderBy('attempt', 'desc').limit(1).executeTakeFirst()
      return found ?? null
    },
    async stepsUntil(runId: string, seq: number | null, most: number) {
      return stepsUntil(db, [runId, seq, most])
    },
    async findUpstream(
      runId: string,
      seq: number,
    ): Promise<Pick<StepRow, 'id' | 'name' | 'type' | 'output'> | null> {
      const found = await q
        .selectFrom('workflow_run_steps')
        .select(['id', 'name', 'type', 'output'])
        .where('run_id', '=', runId)
        .where('seq', '<', seq)
        .where('status', '=', sql.lit('completed'))
        .where('output', 'is not', null)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      return found ?? null
    },

    async earlierRuns(workflowId: string, runId: string, most: number): Promise<EarlierRun[]> {
      return q
        .selectFrom('workflow_runs')
        .select(['id', 'version', 'status', 'error', 'completed_at'])
        .where('workflow_id', '=', workflowId)
        .where('id', '<', runId)
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
    },
    async lastSuccess(workflowId: string, runId: string) {
      return q
        .selectFrom('workflow_runs')
        .select(['version', 'completed_at'])
        .where('workflow_id', '=', workflowId)
        .where('status', '=', sql.lit('completed'))
        .where('id', '<', runId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** Whether this holder may explain the run now: nobody else does, or their time is over. */
    async claim(runId: string, holder: string, until: Date, now: Date): Promise<boolean> {
      return (await claim(db, [runId, holder, until, now])).length > 0
    },
    /** Until when somebody explains the run; null when nobody does. */
    async findClaim(runId: string): Promise<Date | null> {
      const found = await q
        .selectFrom('workflow_run_analyses')
        .select('held_until')
        .where('run_id', '=', runId)
        .executeTakeFirst()
      return found?.held_until ?? null
    },
    async release(runId: string, holder: string): Promise<void> {
      await q
        .deleteFrom('workflow_run_analyses')
        .where('run_id', '=', runId)
        .where('holder', '=', holder)
        .execute()
    },
    /** Whether it is the first; the first one stays. */
    async saveExplanation(runId: string, explanation: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('workflow_runs')
        .set({ explanation, explained_at: now })
        .where('id', '=', runId)
        .where('explanation', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}
