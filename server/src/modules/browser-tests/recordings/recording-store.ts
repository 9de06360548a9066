import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type RecordingRow, testRecordings } from '../tables.ts'

const COLUMNS = testRecordings.columns('r')

const recording = prepared<RecordingRow>(
  'recording',
  `select ${COLUMNS} from test_recordings r where r.id = $2 and r.app_id = $1 and r.expires_at > $3`,
)

const openRecordingByKey = prepared<RecordingRow>(
  'recording_by_key',
  `select ${COLUMNS} from test_recordings r join apps a on a.id = r.app_id and a.deleted_at is null
    where r.key_hash = $1 and r.status = 'open' and r.expires_at > $2 for update of r`,
)

/** Open ones stay: there are few of them. */
const deleteOld = prepared(
  'recordings_delete_old',
  `delete from test_recordings where app_id = $1 and (expires_at <= $2 or id in (
     select id from test_recordings where app_id = $1 and status = 'closed' order by created_date desc offset $3))`,
)

export const recordingStore = (db: Db) => {
  const q = db.$extendTables<{ test_recordings: RecordingRow }>()
  return {
    /** Undefined also when its time is over. */
    async find(appId: string, id: string, now: Date): Promise<RecordingRow | undefined> {
      const [row] = await recording(db, [appId, id, now])
      return row
    },
    /** One that takes actions. Held until the transaction ends. */
    async lockOpenByKey(keyHash: Buffer, now: Date): Promise<RecordingRow | undefined> {
      const [row] = await openRecordingByKey(db, [keyHash, now])
      return row
    },
    /** How many take actions; others that are added wait until the transaction ends. */
    async lockAndCountOpen(appId: string, now: Date): Promise<number> {
      await sql`select pg_advisory_xact_lock(hashtextextended('recordings ' || ${appId}, 0))`.execute(db)
      const { count } = await q
        .selectFrom('test_recordings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('app_id', '=', appId)
        .where('status', '=', 'open')
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      return count
    },
    /** Those whose time is over, and closed ones beyond the newest so many. */
    async deleteOld(appId: string, now: Date, kept: number): Promise<void> {
      await deleteOld(db, [appId, now, kept])
    },
    async insert(row: RecordingRow): Promise<void> {
      await q.insertInto('test_recordings').values(writable(row)).execute()
    },
    async save(id: string, changes: Pick<RecordingRow, 'status' | 'actions'>): Promise<void> {
      await q.updateTable('test_recordings').set(writable(changes)).where('id', '=', id).execute()
    },
    async delete(appId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await q
        .deleteFrom('test_recordings')
        .where('id', '=', id)
        .where('app_id', '=', appId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

/** The driver would write a list as an array of PostgreSQL. */
function writable<Row extends Pick<RecordingRow, 'actions'>>(row: Row): Row {
  return { ...row, actions: JSON.stringify(row.actions) as never }
}
