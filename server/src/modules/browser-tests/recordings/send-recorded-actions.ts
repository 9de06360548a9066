import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import type { Deps } from '../deps.ts'
import { addActions } from './add-actions.ts'
import { recordingStore } from './recording-store.ts'

/** What never was, has ended or was closed looks the same to those who try keys. */
export async function sendRecordedActions(
  { db, clock }: Deps,
  _visitor: Visitor,
  { params, body }: InputOf<typeof operations.recordings.send>,
) {
  const key_hash = hashSecret(params.recording_key)
  return transaction(db, async (tx) => {
    const store = recordingStore(tx)
    const recording = await store.lockOpenByKey(key_hash, clock.now())
    if (!recording) throw refuse('recording_not_found')
    const { actions, isFull } = addActions(recording.actions, body)
    const status = body.ended || isFull ? ('closed' as const) : recording.status
    const isChanged = status !== recording.status || actions.length !== recording.actions.length
    if (isChanged) await store.save(recording.id, { status, actions })
    return { status, next_seq: actions.length }
  })
}
