import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { type VisitRow, writeVisits } from './visit-store.ts'

/** Brings in what archives leave out, such as who looked at the pages of the demo company. */
export async function importVisits(db: Db, visits: readonly Omit<VisitRow, 'id'>[]): Promise<void> {
  await writeVisits(
    db,
    visits.map((visit) => ({ ...visit, id: makeId('vis', visit.created_date) })),
  )
}
