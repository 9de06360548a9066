import { Automation, MAX_AUTOMATIONS } from '@atrium/contract/automations'
import { MAX_FUNCTION_FILES, MAX_FUNCTIONS, MAX_FUNCTIONS_BYTES } from '@atrium/contract/functions'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { inFile } from '../../platform/archive/in-file.ts'
import { archivedRow, archiveOf, requireReferences, storedRow } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { readAutomation } from './automations/automation-rules.ts'
import { syncAutomations } from './automations/sync-automations.ts'
import { bytesOf, inOrder, requireSource } from './deployments/source-rules.ts'
import { type DeploymentRow, functionDeployments, functions } from './tables.ts'

const { entry, files, access } = archivedRow(functionDeployments).properties
const ArchivedFunction = Type.Object({
  ...archivedRow(functions).properties,
  entry,
  files: { ...files, maxItems: MAX_FUNCTION_FILES } as typeof files,
  automations: Type.Optional(Type.Array(Automation, { maxItems: MAX_AUTOMATIONS })),
  access: Type.Optional(access),
})
type Row = Static<typeof ArchivedFunction>

/** Functions as they run now, without earlier versions; what they come as is built when it is first called. */
export const functionArchive: readonly Collection[] = [
  collection({
    ...archiveOf(functions),
    withTables: [functionDeployments.name],
    row: ArchivedFunction,
    import: importFunctions,
    export: exportFunctions,
  }),
]

async function importFunctions(
  tx: Db,
  rows: readonly ArchiveRow<Row>[],
  context: ImportContext,
): Promise<number> {
  const { now } = context
  const deployments = rows.map(({ row, index }) => deploymentOf(row, now, inFile(index, context)))
  await requireReferences(tx, functions, rows, context)
  const stored = rows.map(({ row }, at) => ({
    ...storedRow(functions, row, now),
    deployment_id: deployments[at]?.id ?? '',
  }))
  const keys = await functions.insertNew(tx, stored)
  const added = new Set(keys.map(({ app_id, name }) => `${app_id} ${name}`))
  const fresh = deployments.filter(({ app_id, function_name }) => added.has(`${app_id} ${function_name}`))
  await functionDeployments.insertNew(tx, fresh)
  for (const { app_id, function_name: name, automations } of fresh) {
    await syncAutomations(tx, { app_id, name }, automations, now)
  }
  await checkRoom(tx, rows, context)
  return keys.length
}

/** By the rules of a deployment; `judge` names what breaks one. */
function deploymentOf(row: Row, now: Date, judge: <T>(work: () => T) => T): DeploymentRow {
  const { automations = [], access = 'app' } = row
  const declared = judge(() => {
    requireSource(row.entry, row.files)
    return automations.map((one, at) => readAutomation(one, ['body', 'automations', at], now))
  })
  return {
    id: makeId('dep', now),
    app_id: row.app_id,
    function_name: row.name,
    entry: row.entry,
    files: inOrder(row.files),
    bytes: bytesOf(row.files),
    script: null,
    automations: declared,
    access,
    created_by: null,
    created_date: now,
  }
}

async function checkRoom(tx: Db, rows: readonly ArchiveRow<Row>[], context: ImportContext): Promise<void> {
  const apps = [...new Set(rows.map(({ row }) => row.app_id))]
  const { rows: full } = await sql<{ app_id: string }>`
    select f.app_id from functions f join function_deployments d on d.id = f.deployment_id
     where f.app_id = any(${apps})
     group by f.app_id having count(*) > ${MAX_FUNCTIONS} or sum(d.bytes) > ${MAX_FUNCTIONS_BYTES}`.execute(
    tx,
  )
  const beyond = rows.findLast(({ row }) => full.some(({ app_id }) => app_id === row.app_id))
  const most = `An app has at most ${MAX_FUNCTIONS} functions, with ${MAX_FUNCTIONS_BYTES / 1024 / 1024} MiB of code`
  if (beyond) context.fail(beyond.index, '', most)
}

function exportFunctions(db: Db, scope: ExportScope) {
  return byKey<Row>(async (after, limit) => {
    const { rows } = await sql<Row>`
      select f.app_id, f.name, d.entry, d.files, d.automations, d.access, f.created_date, f.updated_date
        from functions f join function_deployments d on d.id = f.deployment_id
       where (f.app_id, f.name) > (${after?.app_id ?? ''}, ${after?.name ?? ''})
         and ${isOfExportedApp(scope, 'f.app_id')}
       order by f.app_id, f.name limit ${limit}`.execute(db)
    return rows
  })
}
