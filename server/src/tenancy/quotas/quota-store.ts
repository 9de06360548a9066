import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { QuotaLimits } from './usual-quotas.ts'

interface WorkspaceQuotas {
  workspace_id: string
  quotas: Partial<QuotaLimits>
}

export async function workspaceQuotas(db: Db, appId: string): Promise<WorkspaceQuotas | null> {
  const { rows } = await sql<WorkspaceQuotas>`
    select w.id as workspace_id, w.quotas from apps a join workspaces w on w.id = a.workspace_id
     where a.id = ${appId}`.execute(db)
  return rows[0] ?? null
}

export async function quotasOfWorkspace(db: Db, workspaceId: string): Promise<Partial<QuotaLimits>> {
  const { rows } = await sql<Pick<WorkspaceQuotas, 'quotas'>>`
    select quotas from workspaces where id = ${workspaceId}`.execute(db)
  return rows[0]?.quotas ?? {}
}
