import type { SessionFault } from '@atrium/contract/coding-sessions'
import { WorkStopped } from '../../../platform/running-work.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { failureOf } from './failure-of.ts'
import type { Pass } from './pass.ts'
import { settleCancelled } from './settle-cancelled.ts'
import { MOST_TRIES } from './work/held-session-store.ts'
import { moveHeld } from './work/move-held.ts'
import { saveWork } from './work/save-work.ts'
import { SessionLost } from './work/write-held.ts'

/** What was done since the last push is pushed too, if that is quick. */
const LAST_PUSH_MS = 60_000

const TIMEOUT = 'It took longer than 45 minutes. Send a message to let it go on, or ask for less at once.'
export const BROKEN = 'Something unexpected failed again and again. Ask the operator to look into the log.'

/** `ended`: by us or by others. Else the session waits for another server; one that stops takes no try from it. */
export type PassEnd = 'ended' | 'stopped' | 'broken'

/** Stores why a pass broke off, where that is its end. */
export async function endPass(deps: Deps, pass: Pass, reason: unknown): Promise<PassEnd> {
  try {
    return await settle(deps, pass, reason)
  } catch (error) {
    if (!(error instanceof WorkStopped) || error.by !== 'cancel') throw error
    return settle(deps, pass, error)
  }
}

async function settle(deps: Deps, pass: Pass, reason: unknown): Promise<PassEnd> {
  const { session, stage } = pass
  if (reason instanceof SessionLost) return 'ended'
  if (reason instanceof WorkStopped && reason.by === 'server') return 'stopped'
  if (reason instanceof WorkStopped) {
    await saveRest(deps, pass)
    await settleCancelled(deps, session)
    return 'ended'
  }
  if (isTimeout(pass, reason)) return fail(deps, pass, 'timeout', TIMEOUT)
  const failure = failureOf(reason, stage)
  if (failure) {
    deps.log.info({ err: reason, session_id: session.id }, 'a coding session failed')
    return fail(deps, pass, failure.code, failure.message)
  }
  deps.log.error({ err: reason, session_id: session.id }, 'a coding session broke off')
  // A database that was away for a moment is no reason to fail.
  if (session.tries >= MOST_TRIES) return fail(deps, pass, 'internal_error', BROKEN)
  return 'broken'
}

function isTimeout({ signal }: Pass, reason: unknown): boolean {
  return (
    signal.aborted &&
    reason === signal.reason &&
    reason instanceof DOMException &&
    reason.name === 'TimeoutError'
  )
}

async function fail(
  deps: Deps,
  pass: Pass,
  error_code: SessionFault,
  error_message: string,
): Promise<PassEnd> {
  await saveRest(deps, pass)
  await moveHeld(deps, pass.session, 'fail', { changes: { error_code, error_message } })
  return 'ended'
}

async function saveRest(deps: Deps, { place, stage }: Pass): Promise<void> {
  if (!place || stage !== 'working') return
  const saved = saveWork(deps, place, AbortSignal.timeout(LAST_PUSH_MS))
  await tolerate(deps.log, 'the last work of a session was not pushed', saved, undefined)
}
