/** What an app has of tests, when it is to go. */
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

/** With their steps; the keys of the tables say so. */
const deleteRuns = prepared<{ id: string }>(
  'test_executions_delete_of_app',
  `delete from test_executions
    where id in (select id from test_executions where app_id = $1 order by id desc limit $2) returning id`,
)

const deleteFlows = prepared('test_flows_delete_of_app', 'delete from test_flows where app_id = $1')
const deleteRecordings = prepared(
  'test_recordings_delete_of_app',
  'delete from test_recordings where app_id = $1',
)

export const appDataStore = (db: Db) => ({
  /** Some; returns how many there were. */
  async deleteRuns(appId: string, limit: number): Promise<number> {
    return (await deleteRuns(db, [appId, limit])).length
  },
  /** No more than `MAX_FLOWS`. */
  async deleteFlows(appId: string): Promise<void> {
    await deleteFlows(db, [appId])
  },
  async deleteRecordings(appId: string): Promise<void> {
    await deleteRecordings(db, [appId])
  },
})
