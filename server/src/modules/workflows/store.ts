import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type RunRow, type VersionRow, type WorkflowRow, workflows } from './tables.ts'

type Tables = { workflows: WorkflowRow; workflow_versions: VersionRow }

/** A workflow with what its version does. */
export type DefinedWorkflow = WorkflowRow & Pick<VersionRow, 'definition'>

export interface ListedWorkflow extends WorkflowRow {
  last_run_id: string | null
  last_run_status: RunRow['status']
  last_run_started_at: Date | null
}

export interface WorkflowFilter {
  app_id: string
  status: WorkflowRow['status'] | undefined
  trigger_type: WorkflowRow['trigger']['type'] | undefined
  /** A part of the name; all by an empty one. */
  search: string
}

const DEFINED = `select ${workflows.columns('w')}, v.definition
  from workflows w join workflow_versions v on v.workflow_id = w.id and v.version = w.version
 where w.app_id = $1 and w.id = $2 and w.archived_at is null`

const definedWorkflow = prepared<DefinedWorkflow>('workflow', DEFINED)
const lockedWorkflow = prepared<DefinedWorkflow>('workflow_locked', `${DEFINED} for update of w`)

const listedWorkflows = prepared<ListedWorkflow>(
  'workflows_of_app',
  `select ${workflows.columns('w')}, l.last_run_id, l.last_run_status, l.last_run_started_at
     from workflows w
     left join lateral (
       select r.id as last_run_id, r.status as last_run_status, r.started_at as last_run_started_at
         from workflow_runs r where r.workflow_id = w.id order by r.id desc limit 1) l on true
    where w.app_id = $1 and w.archived_at is null
      and ($2::text is null or w.status = $2) and ($3::text is null or w.trigger->>'type' = $3)
      and ($4::text is null or w.id < $4)
      and strpos(lower(w.name), lower($6)) > 0
    order by w.id desc limit $5`,
)

/** Only those that no unfinished run goes by. */
const deleteOldVersions = prepared(
  'workflow_versions_delete_old',
  `delete from workflow_versions v where v.workflow_id = $1 and v.version <= $2
      and not exists (select from workflow_runs r where r.workflow_id = v.workflow_id and r.version = v.version
                         and r.status in ('queued', 'running', 'cancelling'))`,
)

export const workflowStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async find(appId: string, id: string): Promise<DefinedWorkflow | undefined> {
      const [row] = await definedWorkflow(db, [appId, id])
      return row
    },
    /** Held until the transaction ends. */
    async lock(appId: string, id: string): Promise<DefinedWorkflow | undefined> {
      const [row] = await lockedWorkflow(db, [appId, id])
      return row
    },
    /** Newest first. */
    async list(
      { app_id, status, trigger_type, search }: WorkflowFilter,
      after: string | undefined,
      limit: number,
    ): Promise<ListedWorkflow[]> {
      return listedWorkflows(db, [app_id, status, trigger_type, after, limit, search])
    },
    /** How many there are, archived ones not counted; others that are added wait until the transaction ends. */
    async lockAndCount(appId: string): Promise<number> {
      await sql`select pg_advisory_xact_lock(hashtextextended('workflows ' || ${appId}, 0))`.execute(db)
      const { count } = await q
        .selectFrom('workflows')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('app_id', '=', appId)
        .where('archived_at', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },
    async insert(row: WorkflowRow): Promise<void> {
      await q.insertInto('workflows').values(row).execute()
    },
    async update(id: string, changes: Partial<WorkflowRow>): Promise<void> {
      await q.updateTable('workflows').set(changes).where('id', '=', id).execute()
    },
    async insertVersion(row: VersionRow): Promise<void> {
      await q.insertInto('workflow_versions').values(row).execute()
    },
    /** Newest first. */
    async listVersions(id: string, before: number | undefined, limit: number): Promise<VersionRow[]> {
      let query = q.selectFrom('workflow_versions').selectAll().where('workflow_id', '=', id)
      if (before !== undefined) query = query.where('version', '<', before)
      return query.orderBy('version', 'desc').limit(limit).execute()
    },
    /** With their versions and runs; the keys of the tables say so. */
    async deleteOf(appId: string): Promise<void> {
      await q.deleteFrom('workflows').where('app_id', '=', appId).execute()
    },
    /** Up to this version, except for those that runs still go by. */
    async deleteVersions(id: string, upTo: number): Promise<void> {
      await deleteOldVersions(db, [id, upTo])
    },
  }
}
