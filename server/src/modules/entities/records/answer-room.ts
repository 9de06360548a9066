import { refuse } from '../../../platform/errors.ts'
import type { EntityAccess } from './access-entity.ts'
import { readablePart } from './present-record.ts'
import { maxListBytes, storedBytes } from './record-size.ts'
import type { RecordRow } from './record-store.ts'

/** Refuses records beyond the bytes of an answer, counted by what the caller may read of them. */
export function answerRoom(entity: EntityAccess): (row: RecordRow) => void {
  const most = maxListBytes(entity.asker.isKnown)
  let bytes = 0
  return (row) => {
    bytes += storedBytes(readablePart(entity, row) ?? {})
    if (bytes > most) throw refuse('answer_too_large')
  }
}
