import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { scanCache } from './tables.ts'

/** What files and functions gave in earlier scans, by a key that changes with whatever decides it. */
export const cacheStore = (db: Db) => ({
  async find(appId: string, keys: readonly string[]): Promise<Map<string, unknown>> {
    const { rows } = await sql<{ key: string; findings: unknown }>`
      select key, findings from scan_cache where app_id = ${appId} and key = any(${keys}::text[])`.execute(db)
    return new Map(rows.map(({ key, findings }) => [key, findings]))
  },

  /** What is there stays: the same key never gives anything else. */
  async add(appId: string, found: ReadonlyMap<string, unknown>): Promise<void> {
    if (found.size === 0) return
    const rows = [...found].map(([key, findings]) => ({ app_id: appId, key, findings }))
    await scanCache.insertNew(db, rows)
  },

  async deleteOthers(appId: string, keys: readonly string[]): Promise<void> {
    await sql`delete from scan_cache where app_id = ${appId} and not (key = any(${keys}::text[]))`.execute(db)
  },
})
