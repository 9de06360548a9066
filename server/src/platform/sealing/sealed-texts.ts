import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** A column of encrypted texts, or null. */
export interface SealedColumn {
  table: string
  column: string
  /** The column by which a row is known, of text; `id` when it is left out. */
  key?: string
  /** What the text of this row is encrypted for. */
  purpose(id: string): string
}

export interface SealedText {
  id: string
  sealed: string
}

/** The encrypted texts of one column; each begins with the id of its key and a dot. */
export const sealedTexts = (db: Db, { table, column, key = 'id' }: SealedColumn) => {
  const text = sql.ref(column)
  const id = sql.ref(key)
  const keyId = sql`split_part(${text}, '.', 1)`
  return {
    /** Those of other keys than this one, in the order of their ids. */
    async findOthers(ownKeyId: string, afterId: string, limit: number): Promise<SealedText[]> {
      const { rows } = await sql<SealedText>`
        select ${id} as id, ${text} as sealed from ${sql.table(table)}
         where ${id} > ${afterId} and ${keyId} <> ${ownKeyId} order by ${id} limit ${limit}`.execute(db)
      return rows
    },
    /** Only while the old text stands there: who stored another one in the meantime is not overwritten. */
    async replace({ id: known, sealed: old }: SealedText, sealed: string): Promise<boolean> {
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${text} = ${sealed} where ${id} = ${known} and ${text} = ${old}`.execute(
        db,
      )
      return numAffectedRows > 0n
    },
    /** How many there are, and how many of them none of these keys opens. */
    async count(keyIds: readonly string[]): Promise<{ all: number; unreadable: number }> {
      const { rows } = await sql<{ all: number; unreadable: number }>`
        select count(${text}) as all, count(*) filter (where ${keyId} <> all(${keyIds})) as unreadable
          from ${sql.table(table)}`.execute(db)
      return rows[0] ?? { all: 0, unreadable: 0 }
    },
  }
}
