import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { addPart, dropParts } from '../../platform/database/partitions.ts'
import { comesAfter, type Position } from '../../platform/newest-first.ts'
import type { CreditUseRow } from './store.ts'

export interface UseFilter {
  workspace_id: string
  /** A use must be of each of these users, so of none when they are two. */
  users: readonly string[]
  /** Its app must be in each of these lists. */
  apps: readonly (readonly string[])[]
  kind: string | undefined
  since: Date | undefined
  until: Date | undefined
}

type Tables = {
  credit_uses: CreditUseRow
  users: { id: string; email: string }
}

/** Newest first, after the position of the page before. */
export async function listUses(
  db: Db,
  { workspace_id, users, apps, kind, since, until }: UseFilter,
  after: Position | undefined,
  limit: number,
): Promise<(Omit<CreditUseRow, 'workspace_id'> & { user_email: string | null })[]> {
  let query = db
    .$extendTables<Tables>()
    .selectFrom('credit_uses as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.created_date',
      'c.user_id',
      'u.email as user_email',
      'c.app_id',
      'c.kind',
      'c.amount',
    ])
    .where('c.workspace_id', '=', workspace_id)
  for (const user of users) query = query.where('c.user_id', '=', user)
  for (const some of apps) query = query.where('c.app_id', '=', sql<string>`any(${some})`)
  if (kind !== undefined) query = query.where('c.kind', '=', kind as CreditUseRow['kind'])
  if (since) query = query.where('c.created_date', '>=', since)
  if (until) query = query.where('c.created_date', '<', until)
  if (after) query = query.where(comesAfter(after, 'c'))
  return query.orderBy('c.created_date', 'desc').orderBy('c.id', 'desc').limit(limit).execute()
}

const USES = { table: 'credit_uses', by: 'created_date' }

/** A table a month, so that an old month goes at once. */
export const ledgerMonths = (db: Db) => ({
  make: (month: string, next: string): Promise<void> =>
    addPart(db, USES, { name: tableOf(month), start: `${month}T00:00:00Z`, end: `${next}T00:00:00Z` }),

  dropBefore: (month: string): Promise<void> =>
    dropParts(db, USES, { name: tableOf(month), start: `${month}T00:00:00Z` }),
})

function tableOf(month: string): string {
  return `credit_uses_${month.slice(0, 7).replace('-', '')}`
}
