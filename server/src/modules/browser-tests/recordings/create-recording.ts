import type { InputOf, operations } from '@atrium/contract'
import { MAX_OPEN_RECORDINGS, RECORDING_HOURS } from '@atrium/contract/recordings'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { hashSecret, makeSecret } from '../../../platform/secrets.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { RecordingRow } from '../tables.ts'
import { presentRecording } from './present-recording.ts'
import { recordingStore } from './recording-store.ts'
import { bookmarkOf, snippetOf } from './script-address.ts'

const HOUR_MS = 3_600_000
/** Closed ones of an app, of which the newest stay until their time is over. */
const MAX_CLOSED = 40

export async function createRecording(
  { db, clock, access, audit, baseUrl }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.recordings.create>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const now = clock.now()
  const key = makeSecret('rck')
  const recording: RecordingRow = {
    id: makeId('rcd', now),
    app_id: app.id,
    key_hash: hashSecret(key),
    status: 'open',
    actions: [],
    created_by_id: userOf(caller).id,
    created_date: now,
    expires_at: new Date(now.getTime() + RECORDING_HOURS * HOUR_MS),
  }
  await transaction(db, async (tx) => {
    const store = recordingStore(tx)
    if ((await store.lockAndCountOpen(app.id, now)) >= MAX_OPEN_RECORDINGS)
      throw refuse('recording_limit_reached')
    await store.deleteOld(app.id, now, MAX_CLOSED)
    await store.insert(recording)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'recordings.create',
      target_type: 'recording',
      target_id: recording.id,
      app_id: app.id,
      detail: {},
    })
  })
  const address = baseUrl()
  return {
    ...presentRecording(recording),
    snippet: snippetOf(address, key),
    bookmark: bookmarkOf(address, key),
  }
}
