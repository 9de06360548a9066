import { Type } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { json, type RowOf, table, text, time } from '../../platform/database/table.ts'
import { comesAfter, type Position } from '../../platform/newest-first.ts'

export const auditLog = table(
  'audit_log',
  {
    id: text(),
    workspace_id: text(),
    created_date: time(),
    action: text(),
    actor_id: text().nullable(),
    actor_email: text().nullable(),
    credential_kind: text().nullable(),
    credential_id: text().nullable(),
    address: text().nullable(),
    request_id: text().nullable(),
    app_id: text().nullable(),
    target_type: text(),
    target_id: text(),
    detail: json(Type.Record(Type.String(), Type.Unknown())),
  },
  { key: ['id'], notArchived: 'it is about this installation' },
)
export type AuditRow = RowOf<typeof auditLog>

export interface AuditFilter {
  action?: string | undefined
  actor_email?: string | undefined
  app_id?: string | undefined
}

type Tables = {
  audit_log: AuditRow
}

const COLUMNS = auditLog.columns()
// As the list has them; the compiler knows keys only as text.
const NAMES = Object.keys(auditLog.fields) as (keyof AuditRow)[]

const insertRow = prepared(
  'audit_insert',
  `insert into audit_log (${COLUMNS}) values (${NAMES.map((_, at) => `$${at + 1}`).join(', ')})`,
)

const insertRows = prepared(
  'audit_insert_all',
  `insert into audit_log (${COLUMNS})
   select ${COLUMNS} from jsonb_populate_recordset(null::audit_log, $1::jsonb)`,
)

export const auditStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async insert(row: AuditRow): Promise<void> {
      await insertRow(
        db,
        NAMES.map((name) => row[name]),
      )
    },
    async insertAll(rows: readonly AuditRow[]): Promise<void> {
      if (rows.length > 0) await insertRows(db, [JSON.stringify(rows)])
    },
    /** Newest first, after the position of the page before. */
    async list(
      workspaceId: string,
      filter: AuditFilter,
      after: Position | undefined,
      limit: number,
    ): Promise<AuditRow[]> {
      let query = q.selectFrom('audit_log').selectAll().where('workspace_id', '=', workspaceId)
      if (filter.action !== undefined) query = query.where('action', '=', filter.action)
      if (filter.actor_email !== undefined)
        query = query.where('actor_email', '=', filter.actor_email.toLowerCase())
      if (filter.app_id !== undefined) query = query.where('app_id', '=', filter.app_id)
      if (after) query = query.where(comesAfter(after))
      return query.orderBy('created_date', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
