import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { type CustomConnectorRow, customConnectors } from '../tables.ts'

type Tables = { custom_connectors: CustomConnectorRow }

/** A connector with how many apps have a connection by it, whatever its status. */
export type CountedConnector = CustomConnectorRow & { connection_count: number }

export const customConnectorStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const counted = async (where: RawBuilder<boolean>, limit: number): Promise<CountedConnector[]> => {
    const { rows } = await sql<CountedConnector>`
      select ${sql.raw(customConnectors.columns('c'))},
        (select count(*)::integer from connections n join apps a on a.id = n.app_id
          where a.workspace_id = c.workspace_id and n.integration_type = c.integration_type) as connection_count
        from custom_connectors c where ${where}
       order by c.integration_type collate "C" limit ${limit}`.execute(db)
    return rows
  }
  return {
    async find(workspaceId: string, integrationType: string): Promise<CustomConnectorRow | undefined> {
      return q
        .selectFrom('custom_connectors')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('integration_type', '=', integrationType)
        .executeTakeFirst()
    },
    /** By type; a workspace has at most 100. */
    async list(workspaceId: string): Promise<CustomConnectorRow[]> {
      return q
        .selectFrom('custom_connectors')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('integration_type')
        .execute()
    },
    async findCounted(workspaceId: string, integrationType: string): Promise<CountedConnector | undefined> {
      const isIt = sql<boolean>`c.workspace_id = ${workspaceId} and c.integration_type = ${integrationType}`
      return (await counted(isIt, 1))[0]
    },
    async page(workspaceId: string, after: string, limit: number): Promise<CountedConnector[]> {
      const follows = sql<boolean>`c.workspace_id = ${workspaceId} and c.integration_type > ${after} collate "C"`
      return counted(follows, limit)
    },
    /** Makes additions to a workspace wait for each other. */
    async lock(workspaceId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('custom_connectors ' || ${workspaceId}, 0))`.execute(
        db,
      )
    },
    async count(workspaceId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from custom_connectors where workspace_id = ${workspaceId}`.execute(
        db,
      )
      return rows[0]?.count ?? 0
    },
    /** False when the type is taken. */
    async insert(row: CustomConnectorRow): Promise<boolean> {
      return (await customConnectors.insertNew(db, [row])).length > 0
    },
    /** `change`: nobody else reads or changes it for keeps until the transaction ends; `keep`: nobody changes it. */
    async hold(
      workspaceId: string,
      integrationType: string,
      purpose: 'change' | 'keep',
    ): Promise<CustomConnectorRow | undefined> {
      const { rows } = await sql<CustomConnectorRow>`
        select ${sql.raw(customConnectors.columns())} from custom_connectors
         where workspace_id = ${workspaceId} and integration_type = ${integrationType}
         for ${sql.raw(purpose === 'change' ? 'update' : 'share')}`.execute(db)
      return rows[0]
    },
    async replace(id: string, definition: CustomConnectorRow['definition'], now: Date): Promise<void> {
      await sql`update custom_connectors set definition = ${JSON.stringify(definition)}, updated_date = ${now}
                 where id = ${id}`.execute(db)
    },
    async delete(id: string): Promise<void> {
      await q.deleteFrom('custom_connectors').where('id', '=', id).execute()
    },
  }
}
