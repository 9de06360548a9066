import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { WorkflowRow } from '../tables.ts'

/** What a run needs of the workflow that it is of. */
export type StartedWorkflow = Pick<WorkflowRow, 'id' | 'app_id' | 'version'>
/** One that changes of records start. */
export interface EntityWorkflow extends StartedWorkflow {
  declared: WorkflowRow['trigger']
}
type DueWorkflow = EntityWorkflow & Pick<WorkflowRow, 'next_run_at'>

const STARTED = 'w.id, w.app_id, w.version'
/** Those of a deleted app start nothing, also before they are deleted themselves. */
const IS_ON = `w.status = 'active' and w.archived_at is null
    and exists (select from apps a where a.id = w.app_id and a.deleted_at is null)`

const entityWorkflows = prepared<EntityWorkflow>(
  'workflows_of_entities',
  `select ${STARTED}, w.trigger as declared from workflows w
    where w.app_id = $1 and ${IS_ON} and w.trigger->>'type' = 'entity' order by w.id`,
)

const publishWorkflows = prepared<StartedWorkflow>(
  'workflows_of_publishes',
  `select ${STARTED} from workflows w
    where w.app_id = $1 and ${IS_ON} and w.trigger->>'type' = 'app_publish' order by w.id`,
)

const hookedWorkflows = prepared<StartedWorkflow & { hook_hash: Buffer }>(
  'workflows_of_hooks',
  `select ${STARTED}, w.hook_hash from workflows w where w.hook_hash = any ($1::bytea[]) and ${IS_ON}`,
)

const dueWorkflows = prepared<DueWorkflow>(
  'workflows_due',
  `select ${STARTED}, w.trigger as declared, w.next_run_at from workflows w
    where w.next_run_at <= $1 and ${IS_ON} order by w.next_run_at limit $2 for update of w skip locked`,
)

export const triggerStore = (db: Db) => {
  const q = db.$extendTables<{ workflows: WorkflowRow }>()
  return {
    async listOfEntities(appId: string): Promise<EntityWorkflow[]> {
      return entityWorkflows(db, [appId])
    },
    async listOfPublishes(appId: string): Promise<StartedWorkflow[]> {
      return publishWorkflows(db, [appId])
    },
    async listByHooks(hashes: readonly Buffer[]): Promise<(StartedWorkflow & { hook_hash: Buffer })[]> {
      return hookedWorkflows(db, [hashes])
    },
    /** Some whose time has come, held until the transaction ends; those that another node holds are passed over. */
    async claimDue(now: Date, limit: number): Promise<DueWorkflow[]> {
      return dueWorkflows(db, [now, limit])
    },
    async setNext(id: string, next_run_at: Date): Promise<void> {
      await q.updateTable('workflows').set({ next_run_at }).where('id', '=', id).execute()
    },
  }
}
