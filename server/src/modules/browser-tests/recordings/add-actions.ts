import { isDeepStrictEqual } from 'node:util'
import { MAX_RECORDED_ACTIONS, MAX_RECORDING_BYTES, type RecordedAction } from '@atrium/contract/recordings'

/**
 * The actions of a recording with those that were sent. What is there already at its place came twice. What is
 * different there comes from another tab that did not know of it: it is added.
 */
export function addActions(
  stored: readonly RecordedAction[],
  { seq, actions }: { seq: number; actions: readonly RecordedAction[] },
): { actions: RecordedAction[]; isFull: boolean } {
  const sent = actions.map(withoutSecret)
  const known = stored.slice(seq, seq + sent.length)
  const isRepeated = isDeepStrictEqual(known, sent.slice(0, known.length))
  const added = [...stored]
  let bytes = bytesOf(added)
  for (const action of isRepeated ? sent.slice(known.length) : sent) {
    bytes += bytesOf(action)
    if (added.length >= MAX_RECORDED_ACTIONS || bytes > MAX_RECORDING_BYTES)
      return { actions: added, isFull: true }
    added.push(action)
  }
  return { actions: added, isFull: added.length >= MAX_RECORDED_ACTIONS }
}

/** The recorder sends none; nor is one kept that something else sent. */
function withoutSecret(action: RecordedAction): RecordedAction {
  if (!action.is_secret) return action
  const { value: _, ...rest } = action
  return rest
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
