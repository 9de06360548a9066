import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { type CreditUseRow, creditUses } from './store.ts'

/** Brings in what archives leave out. What the month counts came with the members, and is the sum of these. */
export async function importCreditUses(db: Db, uses: readonly Omit<CreditUseRow, 'id'>[]): Promise<void> {
  await creditUses.insertNew(
    db,
    uses.map((use) => ({ ...use, id: makeId('use', use.created_date) })),
  )
}
