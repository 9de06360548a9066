import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { OsvAdvisory } from './read-osv.ts'
import { type AdvisoryRow, advisories } from './tables.ts'

export const advisoryStore = (db: Db) => ({
  /** Those that hold; withdrawn ones are left out. */
  async listOf(names: readonly string[]): Promise<AdvisoryRow[]> {
    const { rows } = await sql<AdvisoryRow>`
      select ${sql.raw(advisories.columns())} from advisories
       where package_name = any(${names}) and withdrawn_at is null
       order by package_name, id`.execute(db)
    return rows
  },
  async lastImport(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`select max(imported_at) as at from advisories`.execute(db)
    return rows[0]?.at ?? null
  },
  /** Replaces what was known of these advisories before; what is known newer stays. Returns how many rows are new. */
  async replace(tx: Db, read: readonly OsvAdvisory[]): Promise<number> {
    const given = sql`json_to_recordset(${JSON.stringify(read.map(({ id, modified_at }) => ({ id, modified_at })))}::json)
      as given(id text, modified_at timestamptz)`
    await sql`delete from advisories a using ${given} where a.id = given.id and a.modified_at < given.modified_at`.execute(
      tx,
    )
    const { rows: newer } = await sql<{ id: string }>`
      select distinct a.id from advisories a join ${given} on a.id = given.id and a.modified_at > given.modified_at`.execute(
      tx,
    )
    const known = new Set(newer.map(({ id }) => id))
    const added = await advisories.insertNew(
      tx,
      read.filter(({ id }) => !known.has(id)).flatMap(({ rows }) => rows),
    )
    return added.length
  },
})
