import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** What hangs on a connector of a workspace: connections, attempts to connect, and the client. */
export const usageStore = (db: Db, workspaceId: string, integrationType: string) => {
  const ofIts = sql`integration_type = ${integrationType}
    and app_id in (select id from apps where workspace_id = ${workspaceId})`
  const holds = async (query: ReturnType<typeof sql<{ is_so: boolean }>>) =>
    (await query.execute(db)).rows[0]?.is_so === true
  return {
    async hasConnections(): Promise<boolean> {
      return holds(sql<{ is_so: boolean }>`select exists (select from connections where ${ofIts}) as is_so`)
    },
    /** Tokens, keys or a client secret, which would go where the connector leads. */
    async hasSecrets(): Promise<boolean> {
      return holds(sql<{ is_so: boolean }>`
        select exists (select from connections where ${ofIts} and credentials is not null)
            or exists (select from connector_clients where workspace_id = ${workspaceId}
                        and integration_type = ${integrationType} and client_secret is not null) as is_so`)
    },
    /** People who are at the consent page have to start again. */
    async endAttempts(reason: string): Promise<void> {
      await sql`update connection_attempts set status = 'failed', error = ${reason}
                 where ${ofIts} and status in ('pending', 'exchanging')`.execute(db)
    },
  }
}
