import { MAX_WORKFLOWS } from '@atrium/contract/workflows'
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
import {
  archivedColumns,
  archivedRow,
  archiveOf,
  requireReferences,
  storedRow,
} from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { requireShape } from './definition/check-definition.ts'
import { hookOf } from './hook-token.ts'
import { runArchive } from './run-archive.ts'
import { workflows, workflowVersions } from './tables.ts'
import { nextRunAt, readTrigger } from './triggers/trigger-rules.ts'

const ArchivedWorkflow = Type.Object({
  ...archivedRow(workflows).properties,
  definition: archivedRow(workflowVersions).properties.definition,
})
type Row = Static<typeof ArchivedWorkflow>

/** Workflows as they are now, without earlier versions, and their runs. */
export const workflowArchive: readonly Collection[] = [
  collection({
    ...archiveOf(workflows),
    withTables: [workflowVersions.name],
    row: ArchivedWorkflow,
    import: importWorkflows,
    export: exportWorkflows,
  }),
  runArchive,
]

async function importWorkflows(
  tx: Db,
  rows: readonly ArchiveRow<Row>[],
  context: ImportContext,
): Promise<number> {
  const made = rows.map(({ row, index }) => inFile(index, context)(() => readRow(row, context)))
  await requireReferences(tx, workflows, rows, context)
  const keys = await workflows.insertNew(
    tx,
    made.map(({ workflow }) => workflow),
  )
  const added = new Set(keys.map(({ id }) => id))
  const versions = made.map(({ version }) => version).filter(({ workflow_id }) => added.has(workflow_id))
  await workflowVersions.insertNew(tx, versions)
  await checkRoom(tx, rows, context)
  return keys.length
}

/** By the rules of a request, except that nothing here reads scripts. */
function readRow({ definition, ...row }: Row, { now, secrets }: ImportContext) {
  const stored = storedRow(workflows, row, now)
  const trigger = readTrigger(stored.trigger, now)
  const isArchived = stored.archived_at !== null
  const { hook_hash, hook_token } = hookOf(
    secrets,
    { id: stored.id, trigger: isArchived ? { type: 'manual' } : trigger },
    null,
  )
  return {
    workflow: {
      ...stored,
      ...{ trigger, version: 1, hook_token },
      hook_hash: hook_hash && `\\x${hook_hash.toString('hex')}`,
      next_run_at: isArchived ? null : nextRunAt({ trigger, status: stored.status }, now),
    },
    version: {
      workflow_id: stored.id,
      version: 1,
      definition: requireShape(definition),
      created_by: null,
      created_date: stored.updated_date,
    },
  }
}

async function checkRoom(tx: Db, rows: readonly ArchiveRow<Row>[], context: ImportContext): Promise<void> {
  const apps = [...new Set(rows.map(({ row }) => row.app_id))]
  const { rows: full } = await sql<{ app_id: string }>`
    select app_id from workflows where app_id = any(${apps}) and archived_at is null
     group by app_id having count(*) > ${MAX_WORKFLOWS}`.execute(tx)
  const beyond = rows.findLast(({ row }) => full.some(({ app_id }) => app_id === row.app_id))
  if (beyond) context.fail(beyond.index, '', `An app has at most ${MAX_WORKFLOWS} workflows`)
}

function exportWorkflows(db: Db, scope: ExportScope) {
  return byKey<Row>(async (after, limit) => {
    const { rows } = await sql<Row>`
      select ${archivedColumns(workflows, 'w')}, v.definition
        from workflows w join workflow_versions v on v.workflow_id = w.id and v.version = w.version
       where w.id > ${after?.id ?? ''} and ${isOfExportedApp(scope, 'w.app_id')}
       order by w.id limit ${limit}`.execute(db)
    return rows
  })
}
