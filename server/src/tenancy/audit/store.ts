import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

export interface AuditRow {
  id: string
  workspace_id: string
  created_date: Date
  action: string
  actor_id: string | null
  actor_email: string | null
  credential_kind: string | null
  credential_id: string | null
  address: string | null
  request_id: string | null
  app_id: string | null
  target_type: string
  target_id: string
  detail: Record<string, unknown>
}

export interface AuditFilter {
  action?: string | undefined
  actor_email?: string | undefined
  app_id?: string | undefined
}

type Tables = {
  audit_log: AuditRow
}

const COLUMNS = `id, workspace_id, created_date, action, actor_id, actor_email, credential_kind,
  credential_id, address, request_id, app_id, target_type, target_id, detail`

const insertRow = prepared(
  'audit_insert',
  `insert into audit_log (${COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
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
      const { id, workspace_id, created_date, action, actor_id, actor_email, credential_kind } = row
      const { credential_id, address, request_id, app_id, target_type, target_id, detail } = row
      const who = [actor_id, actor_email, credential_kind, credential_id, address, request_id]
      await insertRow(db, [
        id,
        workspace_id,
        created_date,
        action,
        ...who,
        app_id,
        target_type,
        target_id,
        detail,
      ])
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
      if (after)
        query = query.where(
          sql<boolean>`(created_date, id) < (${after.created_date}::timestamptz, ${after.id})`,
        )
      return query.orderBy('created_date', 'desc').orderBy('id', 'desc').limit(limit).execute()
    },
  }
}

interface Position {
  created_date: string
  id: string
}
