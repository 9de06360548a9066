import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type ArtifactRow, testArtifacts } from '../tables.ts'
import { type Holder, isHeldBy } from './test-run-store.ts'

const COLUMNS = sql.raw(testArtifacts.columns())
export type StoredBytes = Pick<ArtifactRow, 'id' | 'storage_key'>

export const artifactStore = (db: Db) => ({
  /** False when the run is not held any more. */
  async insert(holder: Holder, row: ArtifactRow): Promise<boolean> {
    const { id, app_id, execution_id, kind, step_id, content_type, bytes, storage_key, created_date } = row
    const { rows } = await sql`
      insert into test_artifacts (${COLUMNS})
      select ${id}, ${app_id}, ${execution_id}, ${kind}, ${step_id}, ${content_type}, ${bytes}::integer,
             ${storage_key}, ${created_date}::timestamptz
        from (select 1 from test_executions where ${isHeldBy(holder)} for share) held returning 1`.execute(db)
    return rows.length > 0
  },
  async find(appId: string, executionId: string, id: string): Promise<ArtifactRow | undefined> {
    const { rows } = await sql<ArtifactRow>`
      select ${COLUMNS} from test_artifacts
       where id = ${id} and execution_id = ${executionId} and app_id = ${appId}`.execute(db)
    return rows[0]
  },
  async list(executionId: string): Promise<ArtifactRow[]> {
    const { rows } = await sql<ArtifactRow>`
      select ${COLUMNS} from test_artifacts where execution_id = ${executionId} order by id`.execute(db)
    return rows
  },
  async listOlder(before: Date, limit: number): Promise<StoredBytes[]> {
    const { rows } = await sql<StoredBytes>`
      select id, storage_key from test_artifacts where created_date < ${before}
       order by created_date limit ${limit}`.execute(db)
    return rows
  },
  async listFullApps(bytes: number, limit: number): Promise<string[]> {
    const { rows } = await sql<{ app_id: string }>`
      select app_id from test_artifacts group by app_id having sum(bytes) > ${bytes} limit ${limit}`.execute(
      db,
    )
    return rows.map(({ app_id }) => app_id)
  },
  /** Those of an app that are older than the newest so many bytes. */
  async listBeyond(appId: string, bytes: number, limit: number): Promise<StoredBytes[]> {
    const { rows } = await sql<StoredBytes>`
      select id, storage_key
        from (select id, storage_key, sum(bytes) over (order by id desc) as up_to_here
                from test_artifacts where app_id = ${appId}) a
       where up_to_here > ${bytes} limit ${limit}`.execute(db)
    return rows
  },
  async listOfRuns(executionIds: readonly string[]): Promise<StoredBytes[]> {
    const { rows } = await sql<StoredBytes>`
      select id, storage_key from test_artifacts where execution_id = any(${executionIds})`.execute(db)
    return rows
  },
  async listOfApp(appId: string, limit: number): Promise<StoredBytes[]> {
    const { rows } = await sql<StoredBytes>`
      select id, storage_key from test_artifacts where app_id = ${appId} limit ${limit}`.execute(db)
    return rows
  },
  async delete(ids: readonly string[]): Promise<void> {
    await sql`delete from test_artifacts where id = any(${ids})`.execute(db)
  },
})
