import { type FindingType, MAX_IGNORED } from '@atrium/contract/scans'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/errors.ts'
import { holdsName } from '../../../tenancy/index.ts'
import type { IgnoredRow } from '../tables.ts'

type Tables = { ignored_findings: IgnoredRow }

/** Where a page of the list begins: after this one. */
export interface Position {
  created_date: string
  fingerprint: string
}

export const ignoredStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const activeAt = (now: Date) => (where: ExpressionBuilder<Tables, 'ignored_findings'>) =>
    where.or([where('expires_at', 'is', null), where('expires_at', '>', now)])
  return {
    /** Makes the changes of one app wait for each other, and takes away what has expired. */
    async lock(appId: string, now: Date): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('ignored findings ' || ${appId}, 0))`.execute(
        db,
      )
      await q
        .deleteFrom('ignored_findings')
        .where('app_id', '=', appId)
        .where('expires_at', '<=', now)
        .execute()
    },
    /** Under the lock, after what is new was added. */
    async requireRoom(appId: string): Promise<void> {
      const { count } = await q
        .selectFrom('ignored_findings')
        .select(sql<number>`count(*)`.as('count'))
        .where('app_id', '=', appId)
        .executeTakeFirstOrThrow()
      if (count > MAX_IGNORED) throw refuse('ignore_limit_reached')
    },
    /** Adds it, or changes what was said of it. Returns whether anything is different now. */
    async save(row: IgnoredRow): Promise<boolean> {
      const { finding_type, file_path, title, reason, comment, expires_at, ignored_by } = row
      const saved = await q
        .insertInto('ignored_findings')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['app_id', 'fingerprint'])
            .doUpdateSet({ finding_type, file_path, title, reason, comment, expires_at, ignored_by })
            .where(
              sql<boolean>`(ignored_findings.finding_type, ignored_findings.reason, ignored_findings.comment,
                            ignored_findings.expires_at)
                is distinct from (excluded.finding_type, excluded.reason, excluded.comment, excluded.expires_at)`,
            ),
        )
        .returning('fingerprint')
        .execute()
      return saved.length > 0
    },
    /** Leaves those alone that are ignored already, and returns the others. */
    async add(rows: readonly IgnoredRow[]): Promise<string[]> {
      if (rows.length === 0) return []
      const added = await q
        .insertInto('ignored_findings')
        .values([...rows])
        .onConflict((conflict) => conflict.columns(['app_id', 'fingerprint']).doNothing())
        .returning('fingerprint')
        .execute()
      return added.map(({ fingerprint }) => fingerprint)
    },
    /** Returns what was ignored until now; one that had expired was not. */
    async remove(appId: string, fingerprint: string, now: Date): Promise<IgnoredRow | undefined> {
      return q
        .deleteFrom('ignored_findings')
        .where('app_id', '=', appId)
        .where('fingerprint', '=', fingerprint)
        .where(activeAt(now))
        .returningAll()
        .executeTakeFirst()
    },
    /** Newest first; with a part of the title or of the path, or all by an empty search. */
    async list(
      appId: string,
      { now, search }: { now: Date; search: string },
      after: Position | undefined,
      limit: number,
    ): Promise<IgnoredRow[]> {
      let query = q
        .selectFrom('ignored_findings')
        .selectAll()
        .where('app_id', '=', appId)
        .where(activeAt(now))
      if (search !== '')
        query = query.where((where) =>
          where.or([holdsName(sql.ref('title'), search), holdsName(sql.ref('file_path'), search)]),
        )
      if (after)
        query = query.where(
          sql<boolean>`(created_date, fingerprint) < (${after.created_date}::timestamptz, ${after.fingerprint})`,
        )
      return query.orderBy('created_date', 'desc').orderBy('fingerprint', 'desc').limit(limit).execute()
    },
    async listAll(appId: string, now: Date): Promise<IgnoredRow[]> {
      return this.list(appId, { now, search: '' }, undefined, MAX_IGNORED)
    },
    async listFingerprints(appId: string, now: Date): Promise<string[]> {
      const rows = await q
        .selectFrom('ignored_findings')
        .select('fingerprint')
        .where('app_id', '=', appId)
        .where(activeAt(now))
        .orderBy('created_date', 'desc')
        .orderBy('fingerprint', 'desc')
        .limit(MAX_IGNORED)
        .execute()
      return rows.map(({ fingerprint }) => fingerprint)
    },
    /** Those whose time is over, and those of these types that nothing found has. */
    async purge(
      appId: string,
      { types, found, now }: { types: readonly FindingType[]; found: readonly string[]; now: Date },
    ): Promise<void> {
      await sql`
        delete from ignored_findings
         where app_id = ${appId}
           and (expires_at <= ${now}
                or finding_type = any(${types}::text[]) and fingerprint <> all(${found}::text[]))`.execute(db)
    },
  }
}
