import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type DomainRow, siteDomains } from '../tables.ts'

type Tables = { site_domains: DomainRow }

export const domainStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    /** Oldest first. */
    async list(appId: string): Promise<DomainRow[]> {
      return q
        .selectFrom('site_domains')
        .selectAll()
        .where('app_id', '=', appId)
        .orderBy('created_date')
        .orderBy('id')
        .execute()
    },
    async find(appId: string, id: string): Promise<DomainRow | undefined> {
      return q
        .selectFrom('site_domains')
        .selectAll()
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .executeTakeFirst()
    },
    /** Whether the site of another app has proved that it is its own. */
    async isTaken(appId: string, domain: string): Promise<boolean> {
      const { rows } = await sql`
        select from site_domains
         where domain = ${domain} and verified_date is not null and app_id <> ${appId}`.execute(db)
      return rows.length > 0
    },
    async insert(row: DomainRow): Promise<void> {
      await siteDomains.insertNew(db, [row])
    },
    /** Claims of one domain wait for each other until the end of the transaction. */
    async lock(domain: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('site domain ' || ${domain}, 0))`.execute(db)
    },
    /** Returns whether it was still there. */
    async setVerified(id: string, verified_date: Date): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('site_domains')
        .set({ verified_date })
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    /** Returns whether it was still there. */
    async delete(id: string): Promise<boolean> {
      const { numDeletedRows } = await q
        .deleteFrom('site_domains')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
