import { OneOf } from '@atrium/contract'
import { sql } from 'kysely'
import { IS_RUNNING } from '../../platform/backup/base-copy.ts'
import type { Db } from '../../platform/database/db.ts'
import { bigint, integer, type RowOf, table, text, time } from '../../platform/database/table.ts'

export const INTERRUPTED = 'It was interrupted.'

const ABOUT = 'about the backups of this installation'

export const backups = table(
  'backups',
  {
    id: text(),
    kind: text(OneOf(['copy', 'dump'])),
    status: text(OneOf(['running', 'completed', 'failed'])),
    started_at: time(),
    completed_at: time().nullable(),
    bytes: bigint().nullable(),
    error: text().nullable(),
    line: text().nullable(),
    verified_at: time().nullable(),
    verification: text(OneOf(['passed', 'failed'])).nullable(),
    left_out: integer(),
  },
  { key: ['id'], notArchived: ABOUT },
)
export type BackupRow = RowOf<typeof backups>

export const backupLines = table(
  'backup_lines',
  { line: text(), archived_until: time() },
  { key: ['line'], notArchived: ABOUT },
)

type Tables = { backups: BackupRow; backup_lines: RowOf<typeof backupLines> }

export type ListedBackup = BackupRow & { archived_until: Date | null; is_interrupted: boolean }

/** It was killed: nobody takes it any more. It is stored before it begins, which may take a moment. */
const IS_INTERRUPTED = `(b.status = 'running' and b.started_at < now() - interval '1 minute' and not ${IS_RUNNING})`

/** A backup that left something out counts as none where its age is asked for. */
const IS_COMPLETE = `(status = 'completed' and left_out = 0)`

export const backupStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    /** Newest first; one that was interrupted counts as failed. */
    async list(
      status: BackupRow['status'] | undefined,
      after: { started_at: string; id: string } | undefined,
      limit: number,
    ): Promise<ListedBackup[]> {
      let query = q
        .selectFrom('backups as b')
        .leftJoin('backup_lines as l', 'l.line', 'b.line')
        .selectAll('b')
        .select(['l.archived_until', sql<boolean>`${sql.raw(IS_INTERRUPTED)}`.as('is_interrupted')])
      if (status !== undefined)
        query = query.where(
          sql<boolean>`case when ${sql.raw(IS_INTERRUPTED)} then 'failed' else b.status end = ${status}`,
        )
      if (after)
        query = query.where(
          sql<boolean>`(b.started_at, b.id) < (${after.started_at}::timestamptz, ${after.id})`,
        )
      return query.orderBy('b.started_at', 'desc').orderBy('b.id', 'desc').limit(limit).execute()
    },
    async isRunning(): Promise<boolean> {
      const { rows } = await sql<{
        is_running: boolean
      }>`select ${sql.raw(IS_RUNNING)} as is_running`.execute(db)
      return rows[0]?.is_running === true
    },
    /** Those that nobody is taking any more. */
    async failInterrupted(now: Date): Promise<void> {
      await sql`
        update backups set status = 'failed', completed_at = ${now}, error = ${INTERRUPTED}
        where status = 'running' and not ${sql.raw(IS_RUNNING)}`.execute(db)
    },
    async insert(row: Pick<BackupRow, 'id' | 'kind' | 'started_at' | 'line'>): Promise<void> {
      const blank = { bytes: null, error: null, verified_at: null, verification: null, completed_at: null }
      await q
        .insertInto('backups')
        .values({ ...row, ...blank, status: 'running', left_out: 0 })
        .execute()
    },
    async complete(
      id: string,
      { bytes, left_out, completed_at }: Pick<BackupRow, 'left_out'> & { bytes: number; completed_at: Date },
    ): Promise<void> {
      await q
        .updateTable('backups')
        .set({ status: 'completed', bytes, left_out, completed_at, error: null })
        .where('id', '=', id)
        .execute()
    },
    async fail(id: string, error: string, completed_at: Date): Promise<void> {
      await q
        .updateTable('backups')
        .set({ status: 'failed', error, completed_at })
        .where('id', '=', id)
        .execute()
    },
    async verify(id: string, verification: 'passed' | 'failed', verified_at: Date): Promise<void> {
      await q.updateTable('backups').set({ verification, verified_at }).where('id', '=', id).execute()
    },
    /** Also the failed ones that are older than those that are left. */
    async delete(ids: readonly string[], failedBefore: Date): Promise<void> {
      await sql`delete from backups where id = any(${[...ids]})
        or (status = 'failed' and started_at < ${failedBefore})`.execute(db)
    },
    async isVerified(id: string): Promise<boolean> {
      const row = await q.selectFrom('backups').select('verified_at').where('id', '=', id).executeTakeFirst()
      return (row?.verified_at ?? null) !== null
    },
    /** Ids of those that hold everything and were verified, and of those that left something out. */
    async standing(): Promise<{ passed: string[]; incomplete: string[] }> {
      const rows = await q
        .selectFrom('backups')
        .select(['id', 'left_out'])
        .where((where) => where.or([where('verification', '=', 'passed'), where('left_out', '>', 0)]))
        .execute()
      const [incomplete = [], passed = []] = [true, false].map((isIncomplete) =>
        rows.filter(({ left_out }) => left_out > 0 === isIncomplete).map(({ id }) => id),
      )
      return { passed, incomplete }
    },
    async saveLine(line: string, archived_until: Date): Promise<void> {
      await q
        .insertInto('backup_lines')
        .values({ line, archived_until })
        .onConflict((conflict) => conflict.column('line').doUpdateSet({ archived_until }))
        .execute()
    },
    /** When the newest that left nothing out was completed, and when the first was begun. */
    async age(): Promise<{ completed_at: Date | null; first_started_at: Date | null }> {
      const { rows } = await sql<{ completed_at: Date | null; first_started_at: Date | null }>`
        select (select max(completed_at) from backups where ${sql.raw(IS_COMPLETE)}) as completed_at,
          (select min(started_at) from backups) as first_started_at`.execute(db)
      return rows[0] ?? { completed_at: null, first_started_at: null }
    },
    /** The newest verification of a backup that left nothing out. */
    async lastVerification(): Promise<Pick<BackupRow, 'verified_at' | 'verification'>> {
      const row = await q
        .selectFrom('backups')
        .select(['verified_at', 'verification'])
        .where('verified_at', 'is not', null)
        .where('left_out', '=', 0)
        .orderBy('verified_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ?? { verified_at: null, verification: null }
    },
    async latest(): Promise<{ completed_at: Date | null; archived_until: Date | null }> {
      const { rows } = await sql<{ completed_at: Date | null; archived_until: Date | null }>`
        select (select max(completed_at) from backups where ${sql.raw(IS_COMPLETE)}) as completed_at,
          (select max(archived_until) from backup_lines) as archived_until`.execute(db)
      return rows[0] ?? { completed_at: null, archived_until: null }
    },
  }
}
