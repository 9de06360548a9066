import { MAX_SESSION_EVENTS, MAX_SESSION_STEPS, MAX_SUMMARY } from '@atrium/contract/coding-sessions'
import { shorten } from '../../../platform/text/shorten.ts'
import type { Deps } from '../deps.ts'
import { messageStore } from '../sessions/message-store.ts'
import { sessionStore } from '../sessions/session-store.ts'
import type { SessionRow } from '../tables.ts'
import { beginPass } from './begin-pass.ts'
import { runSessionChecks } from './checks/run-session-checks.ts'
import { chooseCoder } from './coder/choose-coder.ts'
import { askPerson } from './loop/ask-person.ts'
import { describeFacts } from './loop/describe-facts.ts'
import { type History, historyOf } from './loop/history.ts'
import type { LoopEnd } from './loop/loop.ts'
import { runLoop } from './loop/run-loop.ts'
import type { Pass } from './pass.ts'
import { openSessionPullRequest } from './pull-request/open-session-pull-request.ts'
import { sessionJournal, takeMessages } from './session-journal.ts'
import { agentTools } from './tools/index.ts'
import { moveHeld } from './work/move-held.ts'
import { provisionSession } from './work/provision-session.ts'
import { saveWork } from './work/save-work.ts'
import type { WorkPlace } from './work/work-place.ts'

/** A model that is busy for a moment is no reason to end a session. */
const RETRY_MS = [1_000, 4_000]

/**
 * Takes a session from where it stands to its end, or to a question. Resolves when that is stored; throws what failed, or
 * the reason of the signal.
 */
export async function carryOutPass(deps: Deps, pass: Pass): Promise<void> {
  const { place, standing } = await provisionSession(deps, pass.session, pass.signal)
  pass.place = place
  const session = await beginPass(deps, place, standing)
  pass.stage = 'working'
  // Read before what is open of an earlier pass would be carried out.
  if (session.state === 'running' && session.pass_steps === 0) await takeMessages(deps, place.holder)
  const history = await readHistory(deps, session)
  if (standing.isFromStart) history.savedTurns = history.earlierTurns
  if (session.state === 'opening_pull_request') return open(deps, pass, session, place, history)
  return work(deps, pass, place, history)
}

async function work(deps: Deps, pass: Pass, place: WorkPlace, known: History): Promise<void> {
  const { holder } = place
  let history = known
  for (;;) {
    const session = await heldRow(deps, pass)
    const end = await askAndDo(deps, pass, session, place, history)
    history = await readHistory(deps, session)
    if (end.kind !== 'finished') {
      if (await askPerson(deps, holder, end)) return
    } else if (!(await shouldGoOn(deps, pass, place, history))) {
      const summary = shorten(end.summary, MAX_SUMMARY)
      if (!hasWork(place)) {
        await moveHeld(deps, holder, 'finish_without_changes', { changes: { summary, outcome: 'answer' } })
        return
      }
      const opening = await moveHeld(deps, holder, 'finish_with_changes', { changes: { summary, tries: 0 } })
      return open(deps, pass, opening, place, await readHistory(deps, session))
    }
    // Behind a message, the end that the last turn asked for is not carried out again.
    await takeMessages(deps, holder)
    history = await readHistory(deps, session)
    // All that was done is in the files here.
    history.savedTurns = Number.POSITIVE_INFINITY
  }
}

async function askAndDo(
  deps: Deps,
  { signal }: Pass,
  session: SessionRow,
  place: WorkPlace,
  history: History,
): Promise<LoopEnd> {
  const { commands, codingSettings } = deps
  const { holder, copy, workspaceId } = place
  const { app_id, user_id } = session
  const left = (most: number | null, used: number) => (most === null ? null : most - used)
  return runLoop({
    journal: sessionJournal(deps, holder, history, () => saveWork(deps, place, signal)),
    coder: chooseCoder(deps),
    tools: agentTools({ canRunCommands: (await commands.fault()) === null }),
    task: { kind: 'repository', title: session.title, facts: await describeFacts(deps, session, place) },
    ...{ copy, commands, signal, retryMs: RETRY_MS },
    usedBy: { workspace_id: workspaceId, app_id, user_id },
    limits: {
      steps: MAX_SESSION_STEPS - session.pass_steps,
      tokens: left(codingSettings.maxTokens, history.tokens),
      costMicros: left(codingSettings.maxCostMicros, history.costMicros),
    },
  })
}

/** Whether there is more to do than the coder thinks: checks that fail, or a message that came. */
async function shouldGoOn(
  deps: Deps,
  { signal }: Pass,
  place: WorkPlace,
  history: History,
): Promise<boolean> {
  const hasMessage = () => messageStore(deps.db).hasWaiting(place.holder.id)
  if (await hasMessage()) return true
  if (!hasWork(place)) return false
  // Checks take minutes: a message may have come since.
  return (await runSessionChecks(deps, place, history, signal)) || hasMessage()
}

function hasWork({ pushedCommit, startCommit }: WorkPlace): boolean {
  return pushedCommit !== null && pushedCommit !== startCommit
}

async function open(
  deps: Deps,
  pass: Pass,
  session: SessionRow,
  place: WorkPlace,
  history: History,
): Promise<void> {
  pass.stage = 'opening'
  await openSessionPullRequest(deps, session, place, history, pass.signal)
}

async function readHistory({ db }: Deps, { id }: Pick<SessionRow, 'id'>): Promise<History> {
  return historyOf(await sessionStore(db).listEvents(id, 0, MAX_SESSION_EVENTS * 2))
}

async function heldRow({ db }: Deps, { session }: Pass): Promise<SessionRow> {
  const found = await sessionStore(db).find(session.app_id, session.id)
  if (!found) throw new Error('The session is gone.')
  return found
}
