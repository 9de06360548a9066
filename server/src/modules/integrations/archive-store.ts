import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

export const fileArchiveStore = (db: Db) => ({
  async count(isWanted: RawBuilder<boolean>): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::float8 as count from files where ${isWanted}`.execute(db)
    return Number(rows[0]?.count ?? 0)
  },
  /** Their bytes are there: from now on they count, as those do that people upload. */
  async storeAll(arrived: readonly { id: string; size: number }[]): Promise<void> {
    const ids = arrived.map(({ id }) => id)
    const sizes = arrived.map(({ size }) => size)
    await sql`
      with stored as (
        update files f set status = 'stored', size = a.size
          from unnest(${ids}::text[], ${sizes}::bigint[]) as a(id, size)
         where f.id = a.id and f.status = 'arriving' returning f.app_id, f.size)
      insert into file_totals as t (app_id, bytes)
      select app_id, sum(size) from stored group by app_id order by app_id
      on conflict (app_id) do update set bytes = t.bytes + excluded.bytes`.execute(db)
  },
})
