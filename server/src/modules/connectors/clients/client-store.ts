import type { Db } from '../../../platform/database/db.ts'
import type { ClientRow } from '../tables.ts'

type Tables = { connector_clients: ClientRow }

export const clientStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async find(workspaceId: string, integrationType: string): Promise<ClientRow | undefined> {
      return q
        .selectFrom('connector_clients')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('integration_type', '=', integrationType)
        .executeTakeFirst()
    },
    async list(workspaceId: string): Promise<ClientRow[]> {
      return q
        .selectFrom('connector_clients')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('integration_type')
        .execute()
    },
    /** The one that is there, which others cannot change until the transaction ends; the given one when there was none. */
    async claim(fresh: ClientRow): Promise<ClientRow> {
      return q
        .insertInto('connector_clients')
        .values(fresh)
        .onConflict((conflict) =>
          // A row is locked by an update only, also by one that changes nothing.
          conflict
            .columns(['workspace_id', 'integration_type'])
            .doUpdateSet((eb) => ({ id: eb.ref('connector_clients.id') })),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async replace(
      id: string,
      fields: Pick<ClientRow, 'client_id' | 'client_secret' | 'updated_date'>,
    ): Promise<ClientRow> {
      return q
        .updateTable('connector_clients')
        .set(fields)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async delete(workspaceId: string, integrationType: string): Promise<boolean> {
      const { numDeletedRows } = await q
        .deleteFrom('connector_clients')
        .where('workspace_id', '=', workspaceId)
        .where('integration_type', '=', integrationType)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
