import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { bytes, type RowOf, table, text, time } from '../database/table.ts'

export const idempotencyKeys = table(
  'idempotency_keys',
  {
    id: text(),
    caller: text(),
    fingerprint: bytes(),
    answer: text().nullable(),
    holder: text().nullable(),
    lease_until: time().nullable(),
    created_date: time(),
  },
  { key: ['id'], notArchived: 'nobody repeats a request elsewhere' },
)
export type KeyRow = RowOf<typeof idempotencyKeys>

type Tables = { idempotency_keys: KeyRow }

/** A request that was carried out, or is; one that nobody carries out any more is not found. */
export type Found = Pick<KeyRow, 'fingerprint' | 'answer'>

/** What is older is not known any more. */
export interface Moment {
  now: Date
  oldest: Date
}

export const keyStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const isFree = ({ now, oldest }: Moment) =>
    sql<boolean>`(idempotency_keys.created_date <= ${oldest}
      or idempotency_keys.answer is null and idempotency_keys.lease_until <= ${now})`
  const find = async (id: string, moment: Moment) =>
    q
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'answer'])
      .where('id', '=', id)
      .where(sql<boolean>`not ${isFree(moment)}`)
      .executeTakeFirst()
  return {
    find,
    /** Until the end of the transaction nobody else takes the key; null when somebody has. */
    async take(id: string, moment: Moment): Promise<{ found: Found | undefined } | null> {
      const { rows } = await sql<{ is_taken: boolean; is_found: boolean } & Found>`
        select pg_try_advisory_xact_lock(hashtextextended(${id}, 41)) as is_taken,
               idempotency_keys.id is not null as is_found, fingerprint, answer
          from (select) as one
          left join idempotency_keys on id = ${id} and not ${isFree(moment)}`.execute(db)
      const [row] = rows
      if (row?.is_found) return { found: row }
      return row?.is_taken ? { found: undefined } : null
    },
    /** False when the key is known already. */
    async add(row: KeyRow, moment: Moment): Promise<boolean> {
      const { id: _, ...rest } = row
      const added = await q
        .insertInto('idempotency_keys')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(rest).where(isFree(moment)))
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    },
    async extend(id: string, holder: string, lease_until: Date): Promise<boolean> {
      const { numUpdatedRows } = await q
        .updateTable('idempotency_keys')
        .set({ lease_until })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async finish(id: string, holder: string, answer: string): Promise<void> {
      await q
        .updateTable('idempotency_keys')
        .set({ answer })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .execute()
    },
    async release(id: string, holder: string): Promise<void> {
      await q
        .deleteFrom('idempotency_keys')
        .where('id', '=', id)
        .where('holder', '=', holder)
        .where('answer', 'is', null)
        .execute()
    },
    /** So many of the newest stay, with so many bytes of answers. */
    async trim(caller: string, most: { keys: number; bytes: number }): Promise<void> {
      await sql`
        delete from idempotency_keys where id in (
          select id from (
            select id, row_number() over newest as keys, sum(octet_length(answer)) over newest as bytes
              from idempotency_keys where caller = ${caller} and answer is not null
            window newest as (order by created_date desc, id)) ranked
           where keys > ${most.keys} or bytes > ${most.bytes})`.execute(db)
    },
    /** Returns how many there were, at most as many as asked for. */
    async deleteOld(oldest: Date, limit: number): Promise<number> {
      const { numAffectedRows = 0n } = await sql`
        delete from idempotency_keys where id in (
          select id from idempotency_keys where created_date <= ${oldest} order by created_date limit ${limit})`.execute(
        db,
      )
      return Number(numAffectedRows)
    },
  }
}
