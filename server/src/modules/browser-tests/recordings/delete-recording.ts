import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessRecording } from './access-recording.ts'
import { recordingStore } from './recording-store.ts'

export async function deleteRecording(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.recordings.delete>,
) {
  const { app, recording } = await accessRecording(deps, caller, params)
  const { id } = recording
  await transaction(deps.db, async (tx) => {
    // Somebody else may have deleted it since.
    if (!(await recordingStore(tx).delete(app.id, id))) throw refuse('recording_not_found')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'recordings.delete',
      target_type: 'recording',
      target_id: id,
      app_id: app.id,
      detail: {},
    })
  })
  return { deleted: true as const, id }
}
