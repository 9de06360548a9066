import { MAX_CUSTOM_CONNECTORS } from '@atrium/contract/custom-connectors'
import { sql } from 'kysely'
import { pathOf } from '../../platform/archive/check-row.ts'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import {
  type ArchivedRow,
  archivedColumns,
  archiveOf,
  requireReferences,
  storedRow,
} from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { keptConfig, keptValueFault } from './archived-config.ts'
import { catalogue } from './catalogue/index.ts'
import { onlyDescribed } from './custom/connector-rules.ts'
import { checkDefinition } from './definitions/check-definition.ts'
import { findDefinition } from './definitions/find-definition.ts'
import { connections, customConnectors } from './tables.ts'

type ConnectorRow = ArchivedRow<typeof customConnectors>
type ConnectionRow = ArchivedRow<typeof connections>

/** Connections without their credentials, and the connectors of workspaces. */
export const connectorArchive: readonly Collection[] = [
  collection({
    ...archiveOf(customConnectors),
    key: ({ workspace_id, integration_type }: ConnectorRow) => [workspace_id, integration_type],
    import: importConnectors,
    export: exportConnectors,
  }),
  collection({
    ...archiveOf(connections),
    after: ['apps', customConnectors.name],
    key: ({ app_id, integration_type }: ConnectionRow) => [app_id, integration_type],
    import: importConnections,
    export: exportConnections,
  }),
]

async function importConnectors(
  tx: Db,
  rows: readonly ArchiveRow<ConnectorRow>[],
  context: ImportContext,
): Promise<number> {
  const { now } = context
  await requireReferences(tx, customConnectors, rows, context)
  const stored = rows.map(({ row, index }) => {
    const definition = onlyDescribed(row.definition)
    if (catalogue.has(row.integration_type))
      context.fail(index, 'integration_type', 'The catalogue has a connector of this type')
    if (definition.integration_type !== row.integration_type)
      context.fail(index, 'definition.integration_type', `Input should be '${row.integration_type}'`)
    const [fault] = checkDefinition(definition)
    if (fault) context.fail(index, pathOf(['definition', ...fault.loc.slice(1)]), fault.msg)
    return {
      ...storedRow(customConnectors, row, now),
      ...{ id: makeId('cco', now), definition, created_by: null },
    }
  })
  const added = await customConnectors.insertNew(tx, stored)
  await checkRoom(tx, rows, context)
  return added.length
}

async function checkRoom(
  tx: Db,
  rows: readonly ArchiveRow<ConnectorRow>[],
  context: ImportContext,
): Promise<void> {
  const { rows: full } = await sql<{ workspace_id: string }>`
    select workspace_id from custom_connectors where workspace_id = any(${rows.map(({ row }) => row.workspace_id)})
     group by workspace_id having count(*) > ${MAX_CUSTOM_CONNECTORS}`.execute(tx)
  const beyond = rows.findLast(({ row }) =>
    full.some(({ workspace_id }) => workspace_id === row.workspace_id),
  )
  const most = `A workspace has at most ${MAX_CUSTOM_CONNECTORS} connectors of its own`
  if (beyond) context.fail(beyond.index, '', most)
}

/** Without those whose type the catalogue has by now: nothing leads to them any more, and none could come in. */
function exportConnectors(db: Db, { workspace_ids }: ExportScope) {
  return byKey<ConnectorRow>(async (after, limit) => {
    const { rows } = await sql<ConnectorRow>`
      select ${archivedColumns(customConnectors)} from custom_connectors
       where (workspace_id, integration_type) > (${after?.workspace_id ?? ''}, ${after?.integration_type ?? ''})
         and (${workspace_ids}::text[] is null or workspace_id = any(${workspace_ids}))
         and integration_type <> all(${[...catalogue.keys()]})
       order by workspace_id, integration_type limit ${limit}`.execute(db)
    return rows
  })
}

/** No credential comes along, so nothing that comes in is active. */
async function importConnections(
  tx: Db,
  rows: readonly ArchiveRow<ConnectionRow>[],
  context: ImportContext,
): Promise<number> {
  const { now } = context
  await requireReferences(tx, connections, rows, context)
  const workspaceOf = await workspacesOf(tx, rows)
  const stored = []
  for (const { row, index } of rows) {
    await requireFitting(tx, row, index, workspaceOf, context)
    stored.push({
      ...storedRow(connections, row, now),
      ...{ id: makeId('con', now), captured: {}, refresh_failures: 0 },
      status: row.status === 'expired' ? ('expired' as const) : ('disconnected' as const),
    })
  }
  const added = (await connections.insertNew(tx, stored)).length
  context.lost('connections', added, 'they came without credentials: connect them again')
  return added
}

async function workspacesOf(
  tx: Db,
  rows: readonly ArchiveRow<ConnectionRow>[],
): Promise<Map<string, string>> {
  const { rows: apps } = await sql<{ id: string; workspace_id: string }>`
    select id, workspace_id from apps where id = any(${rows.map(({ row }) => row.app_id)})`.execute(tx)
  return new Map(apps.map(({ id, workspace_id }) => [id, workspace_id]))
}

async function requireFitting(
  tx: Db,
  { app_id, integration_type, connection_config = {} }: ConnectionRow,
  index: number,
  workspaceOf: ReadonlyMap<string, string>,
  context: ImportContext,
): Promise<void> {
  const definition = await findDefinition(tx, workspaceOf.get(app_id) ?? '', integration_type)
  if (!definition)
    return context.fail(index, 'integration_type', `There is no connector "${integration_type}"`)
  for (const [name, value] of Object.entries(connection_config)) {
    const fault = keptValueFault(definition.fields, name, value)
    if (fault) context.fail(index, `connection_config.${name}`, fault)
  }
}

/** As they come in elsewhere: what its connector does not know any more stays behind. */
async function* exportConnections(db: Db, scope: ExportScope) {
  const rows = byKey<ConnectionRow & { workspace_id: string }>(async (after, limit) => {
    const { rows } = await sql<ConnectionRow & { workspace_id: string }>`
      select ${archivedColumns(connections)}, apps.workspace_id
        from connections join apps on apps.id = connections.app_id
       where (connections.app_id, connections.integration_type)
             > (${after?.app_id ?? ''}, ${after?.integration_type ?? ''})
         and ${isOfExportedApp(scope, 'connections.app_id')}
       order by connections.app_id, connections.integration_type limit ${limit}`.execute(db)
    return rows
  })
  for await (const { workspace_id, connection_config = {}, ...row } of rows) {
    const definition = await findDefinition(db, workspace_id, row.integration_type)
    if (!definition) continue
    const status = row.status === 'expired' ? 'expired' : 'disconnected'
    yield { ...row, status, connection_config: keptConfig(definition.fields, connection_config) }
  }
}
