import { MAX_FLOW_STEPS, SentStep } from '@atrium/contract/flow-steps'
import { createFlow, MAX_FLOWS } from '@atrium/contract/flows'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { inFile } from '../../platform/archive/in-file.ts'
import {
  archivedRow,
  archiveOf,
  exportByKey,
  requireReferences,
  storedRow,
} from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { nextRunAt, requireSchedule } from './flows/schedule.ts'
import { runArchive } from './run-archive.ts'
import { checkSteps } from './steps/check-steps.ts'
import { testFlows } from './tables.ts'

const { role, start_url, allowed_hosts, timeout_seconds } = createFlow.body.properties

/** With the bounds of a request; steps are filled in as those of a request are. */
const ArchivedFlow = Type.Object({
  ...archivedRow(testFlows).properties,
  ...{ role, start_url, allowed_hosts, timeout_seconds },
  steps: Type.Optional(Type.Array(SentStep, { maxItems: MAX_FLOW_STEPS })),
})
type Row = Static<typeof ArchivedFlow>

/** Tests, and their runs without steps and evidence. */
export const testArchive: readonly Collection[] = [
  collection({
    ...archiveOf(testFlows),
    row: ArchivedFlow,
    import: importFlows,
    export: (db, scope) => exportByKey(db, testFlows, isOfExportedApp(scope, 'test_flows.app_id')),
  }),
  runArchive,
]

async function importFlows(
  tx: Db,
  rows: readonly ArchiveRow<Row>[],
  context: ImportContext,
): Promise<number> {
  const flows = rows.map(({ row, index }) => inFile(index, context)(() => readRow(row, context.now)))
  await requireReferences(tx, testFlows, rows, context)
  const keys = await testFlows.insertNew(tx, flows)
  await checkRoom(tx, rows, context)
  return keys.length
}

/** By the rules of a request, except for addresses: those are judged when a run opens them. */
function readRow(row: Row, now: Date) {
  const { steps = [], ...rest } = row
  const stored = storedRow(testFlows, { ...rest, steps: checkSteps(steps, ['body', 'steps']) }, now)
  const schedule = requireSchedule(stored.schedule, now)
  return { ...stored, schedule, next_run_at: nextRunAt(schedule, now) }
}

async function checkRoom(tx: Db, rows: readonly ArchiveRow<Row>[], context: ImportContext): Promise<void> {
  const apps = [...new Set(rows.map(({ row }) => row.app_id))]
  const { rows: full } = await sql<{ app_id: string }>`
    select app_id from test_flows where app_id = any(${apps})
     group by app_id having count(*) > ${MAX_FLOWS}`.execute(tx)
  const beyond = rows.findLast(({ row }) => full.some(({ app_id }) => app_id === row.app_id))
  if (beyond) context.fail(beyond.index, '', `An app has at most ${MAX_FLOWS} tests`)
}
