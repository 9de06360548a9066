import { ApiError } from '../../../platform/errors.ts'
import { failureOf } from '../agent/failure-of.ts'
import { SessionFailed } from '../agent/session-failed.ts'

/** Somebody else has the turn by now: nothing of it is written here any more. */
export class ChatLost extends Error {
  override readonly name = 'ChatLost'
}

/** What a turn failed by, for people; null for what nobody expected. */
export function chatFailureOf(error: unknown): SessionFailed | null {
  // What the code, the entities and the site refuse says what to do about it.
  if (error instanceof ApiError)
    return new SessionFailed('push_rejected', sentenceOf(error), { cause: error })
  return failureOf(error)
}

function sentenceOf({ detail, message }: ApiError): string {
  return typeof detail === 'string' ? detail : (detail[0]?.msg ?? message)
}
