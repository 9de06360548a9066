import { INPUT_HOURS } from '@atrium/contract/coding-sessions'
import { makeId } from '../../../../platform/ids.ts'
import { WorkStopped } from '../../../../platform/running-work.ts'
import { shorten } from '../../../../platform/text/shorten.ts'
import type { Deps } from '../../deps.ts'
import { messageStore } from '../../sessions/message-store.ts'
import { moveSession } from '../../sessions/move-session.ts'
import { addEvents } from '../../sessions/session-change-store.ts'
import type { InputRequestRow } from '../../tables.ts'
import { type Holder, heldSessionStore } from '../work/held-session-store.ts'
import { writeHeld } from '../work/write-held.ts'
import type { LoopEnd } from './loop.ts'

const HOUR_MS = 3_600_000
const LONGEST_PROMPT = 20_000

/** The session waits for a person, and nobody holds it. False when a message waits: that is read first. */
export function askPerson(
  deps: Pick<Deps, 'db' | 'clock' | 'codingNotices' | 'credits'>,
  holder: Holder,
  end: Exclude<LoopEnd, { kind: 'finished' }>,
): Promise<boolean> {
  return writeHeld(deps, holder, async (tx, session) => {
    if (await messageStore(tx).hasWaiting(session.id)) return false
    const now = deps.clock.now()
    const request: InputRequestRow = {
      id: makeId('inq', now),
      session_id: session.id,
      kind: end.kind,
      ...contentOf(end),
      ...{ created_at: now, expires_at: new Date(now.getTime() + INPUT_HOURS * HOUR_MS) },
    }
    await heldSessionStore(tx).insertInputRequest(request)
    const { id, kind, prompt, questions } = request
    const asked = await addEvents(tx, session, now, [
      { type: 'input_request', data: { id, kind, prompt, questions } },
    ])
    const changes = { input_request_id: id, worker: null, leased_until: null, tries: 0 }
    if (!(await moveSession(deps, tx, asked, 'ask', changes))) throw new WorkStopped('cancel')
    return true
  })
}

function contentOf(
  end: Exclude<LoopEnd, { kind: 'finished' }>,
): Pick<InputRequestRow, 'prompt' | 'questions'> {
  if (end.kind === 'approval') return { prompt: shorten(end.prompt, LONGEST_PROMPT), questions: [] }
  const prompt = end.questions.map((question) => question.prompt).join('\n\n')
  return { prompt: shorten(prompt, LONGEST_PROMPT), questions: end.questions }
}
