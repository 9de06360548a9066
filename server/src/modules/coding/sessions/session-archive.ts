import type { Static } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ImportContext,
} from '../../../platform/archive/collection.ts'
import {
  archivedRow,
  archiveOf,
  exportByKey,
  requireReferences,
  storedRow,
} from '../../../platform/archive/table-archive.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isOfExportedApp } from '../../../tenancy/index.ts'
import { codingSessions, type SessionRow } from '../tables.ts'
import { hashInputs } from './launch-inputs.ts'
import { hasEnded } from './states.ts'

const ArchivedSession = archivedRow(codingSessions)
type Row = Static<typeof ArchivedSession>

/** What sessions came to; their events, questions and messages are not in archives. */
export const sessionArchive: readonly Collection[] = [
  collection({
    ...archiveOf(codingSessions),
    row: ArchivedSession,
    import: importSessions,
    export: (db, scope) => exportByKey(db, codingSessions, isOfExportedApp(scope, 'coding_sessions.app_id')),
  }),
]

async function importSessions(
  tx: Db,
  rows: readonly ArchiveRow<Row>[],
  context: ImportContext,
): Promise<number> {
  await requireReferences(tx, codingSessions, rows, context)
  const sessions = rows.map(({ row }) => sessionOf(row, context.now))
  const open = rows.filter(({ row }) => !hasEnded(row.state)).length
  context.lost('coding_sessions', open, 'they had not ended: they came in as cancelled')
  return (await codingSessions.insertNew(tx, sessions)).length
}

/** What was open when the archive was made goes on nowhere: it is cancelled (G565). */
function sessionOf(row: Row, now: Date): Partial<SessionRow> {
  const stored = storedRow(codingSessions, row, now)
  const state = hasEnded(stored.state) ? stored.state : 'cancelled'
  return {
    ...stored,
    state,
    // So that a launch that is sent again finds it.
    input_hash: stored.launch_key === null ? null : hashInputs(inputsOf(stored)),
    completed_at: stored.completed_at ?? (hasEnded(stored.state) ? stored.updated_date : now),
  }
}

function inputsOf(stored: Pick<SessionRow, keyof Parameters<typeof hashInputs>[0]>) {
  const { prompt, title, existing_branch, source_ref, pull_request_body, commit_message } = stored
  const { expected_repository_full_name } = stored
  return {
    ...{ prompt, title, existing_branch, source_ref, pull_request_body, commit_message },
    expected_repository_full_name,
  }
}
