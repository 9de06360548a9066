import { DEFAULT_RUN_SECONDS } from '@atrium/contract/flows'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type ArchiveRow, collection, type ImportContext } from '../../platform/archive/collection.ts'
import {
  archivedRow,
  archiveOf,
  exportByKey,
  requireReferences,
  storedRow,
} from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { type FlowRow, type TestRunRow, testExecutions, testFlows } from './tables.ts'

const ArchivedRun = archivedRow(testExecutions)
type Row = Static<typeof ArchivedRun>
type KnownFlow = Pick<FlowRow, 'id' | 'app_id' | 'name' | 'goal' | 'role'>

const CUT_OFF: TestRunRow['error'] = {
  code: 'worker_lost',
  message: 'The run went on when the archive was made.',
}
/** Their test need not be there: runs outlive it. */
export const runArchive = collection({
  ...archiveOf(testExecutions),
  after: ['apps', testFlows.name],
  row: ArchivedRun,
  import: importRuns,
  export: (db, scope) => exportByKey(db, testExecutions, isOfExportedApp(scope, 'test_executions.app_id')),
})

async function importRuns(tx: Db, rows: readonly ArchiveRow<Row>[], context: ImportContext): Promise<number> {
  await requireReferences(tx, testExecutions, rows, context)
  const { rows: flows } = await sql<KnownFlow>`
    select id, app_id, name, goal, role from test_flows
     where id = any(${[...new Set(rows.map(({ row }) => row.flow_id))]})`.execute(tx)
  const known = new Map(flows.map((flow) => [`${flow.app_id} ${flow.id}`, flow]))
  const runs = rows.map(({ row }) => runOf(row, known.get(`${row.app_id} ${row.flow_id}`), context.now))
  const open = runs.filter(({ error }) => error === CUT_OFF).length
  context.lost('test_executions', open, 'they had not ended: they came in as cancelled')
  return (await testExecutions.insertNew(tx, runs)).length
}

/** What waited or ran when the archive was made goes on nowhere: it is cancelled. */
function runOf(row: Row, known: KnownFlow | undefined, now: Date): Partial<TestRunRow> {
  const stored = storedRow(testExecutions, { ...row, created_date: row.created_date ?? row.started_at }, now)
  const hasEnded = stored.status !== 'queued' && stored.status !== 'running'
  return {
    ...stored,
    flow_name: stored.flow_name || (known?.name ?? ''),
    flow: snapshotOf(known),
    status: hasEnded ? stored.status : 'cancelled',
    error: hasEnded ? stored.error : CUT_OFF,
    completed_at: stored.completed_at ?? (hasEnded ? (stored.started_at ?? stored.created_date) : now),
  }
}

/** As much of the test as is shown with a run. Steps would be those of now, not of then. */
function snapshotOf(known: KnownFlow | undefined): TestRunRow['flow'] {
  const { goal = '', role = null } = known ?? {}
  return { goal, role, steps: [], allowed_hosts: [], timeout_seconds: DEFAULT_RUN_SECONDS }
}
