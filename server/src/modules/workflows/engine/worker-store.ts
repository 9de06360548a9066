/** The servers that carry out runs, by the time of the database: their clocks may differ. */
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'

const SECONDS_UNTIL_DEAD = 10

const add = prepared('workflow_add_worker', 'insert into workflow_workers (id, seen_at) values ($1, now())')
const remove = prepared('workflow_remove_worker', 'delete from workflow_workers where id = $1')
const see = prepared<{ id: string }>(
  'workflow_see_worker',
  'update workflow_workers set seen_at = now() where id = $1 returning id',
)
const bury = prepared(
  'workflow_bury_workers',
  `delete from workflow_workers where seen_at < now() - interval '${SECONDS_UNTIL_DEAD} seconds'`,
)
const free = prepared(
  'workflow_free_runs',
  `update workflow_runs r set worker = null, wake_at = least(r.wake_at, $1)
    where r.worker is not null and not exists (select from workflow_workers w where w.id = r.worker)`,
)
const deleteAllWorkers = prepared('workflow_forget_workers', 'delete from workflow_workers')

export const workerStore = (db: Db) => ({
  async add(id: string): Promise<void> {
    await add(db, [id])
  },
  async remove(id: string): Promise<void> {
    await remove(db, [id])
  },
  /** Returns false for one that was taken for dead. */
  async see(id: string): Promise<boolean> {
    return (await see(db, [id])).length > 0
  },
  /** Makes the runs of those due that were not seen for a while, and of those that are gone. */
  async freeRunsOfDead(now: Date): Promise<void> {
    await bury(db, [])
    await free(db, [now])
  },
  /** For a start that is certain to be alone. */
  async freeAllRuns(now: Date): Promise<void> {
    await deleteAllWorkers(db, [])
    await free(db, [now])
  },
})
