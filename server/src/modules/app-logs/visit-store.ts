import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { integer, type RowOf, table, text, time } from '../../platform/database/table.ts'
import { comesAfter, type Position } from '../../platform/newest-first.ts'

export const appVisits = table(
  'app_visits',
  {
    id: text(),
    app_id: text(),
    page: text(),
    /** Null when nobody was signed in. */
    user_id: text().nullable(),
    user_email: text().nullable(),
    /** How often within the minute. */
    visits: integer(),
    created_date: time(),
  },
  { key: ['app_id', 'created_date', 'id'], notArchived: 'visits are about this installation' },
)
export type VisitRow = RowOf<typeof appVisits>

type Tables = { app_visits: VisitRow }

export interface VisitFilter {
  app_id: string
  page?: string | undefined
  user_id?: string | undefined
  since: Date | undefined
  until: Date | undefined
}

// Only of apps that are still there: one may have been purged since.
const insertVisits = prepared(
  'insert_app_visits',
  `insert into app_visits (${appVisits.columns()})
   select ${appVisits.columns('v')} from json_populate_recordset(null::app_visits, $1::json) v
     join apps a on a.id = v.app_id`,
)

export async function writeVisits(db: Db, rows: readonly VisitRow[]): Promise<void> {
  await insertVisits(db, [JSON.stringify(rows)])
}

export interface Count {
  visits: number
  users: number
}

export const visitStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const counts = sql<number>`sum(visits)::integer`.as('visits')
  const people = sql<number>`count(distinct user_id)::integer`.as('users')
  const since = (appId: string, from: Date) =>
    q.selectFrom('app_visits').where('app_id', '=', appId).where('created_date', '>=', from)
  return {
    /** Newest first. */
    async list(filter: VisitFilter, after: Position | undefined, limit: number): Promise<VisitRow[]> {
      let query = q.selectFrom('app_visits').selectAll().where('app_id', '=', filter.app_id)
      if (filter.page !== undefined) query = query.where('page', '=', filter.page)
      if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id)
      if (filter.since) query = query.where('created_date', '>=', filter.since)
      if (filter.until) query = query.where('created_date', '<', filter.until)
      if (after) query = query.where(comesAfter(after))
      return query.orderBy('created_date', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
    async total(appId: string, from: Date): Promise<Count> {
      const row = await since(appId, from).select([counts, people]).executeTakeFirst()
      return { visits: row?.visits ?? 0, users: row?.users ?? 0 }
    },
    /** Oldest first; days without a visit are left out. */
    async byDay(appId: string, from: Date): Promise<(Count & { date: string })[]> {
      const date = sql<string>`to_char(created_date at time zone 'UTC', 'YYYY-MM-DD')`
      return since(appId, from)
        .select([date.as('date'), counts, people])
        .groupBy(date)
        .orderBy(date)
        .execute()
    },
    async byPage(appId: string, from: Date, limit: number): Promise<(Count & { page: string })[]> {
      return since(appId, from)
        .select(['page', counts, people])
        .groupBy('page')
        .orderBy('visits', 'desc')
        .orderBy('page')
        .limit(limit)
        .execute()
    },
    /** Deletes some of those before this moment; returns how many. */
    async deleteBefore(time: Date, limit: number): Promise<number> {
      const { rows } = await sql`
        delete from app_visits where ctid = any (array(
          select ctid from app_visits where created_date < ${time} limit ${limit}))
        returning 1`.execute(db)
      return rows.length
    },
  }
}
