import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { holdLease } from '../../../platform/hold-lease.ts'
import { makeId } from '../../../platform/ids.ts'
import { job } from '../../../platform/jobs/job.ts'
import { takeWaiting, WorkStopped } from '../../../platform/running-work.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import { SessionFailed } from '../agent/session-failed.ts'
import type { Deps } from '../deps.ts'
import { notifyOfWaitingChat } from './chat-channel.ts'
import { ChatLost, chatFailureOf } from './chat-failures.ts'
import { CHAT_LEASE_SECONDS, chatStore } from './chat-store.ts'
import { completed, endChat } from './end-chat.ts'
import { finishChat } from './finish-chat.ts'
import { runTurn } from './run-turn.ts'
import type { HeldChat } from './store-changes.ts'

const LONGEST_TURN_MS = 15 * 60_000
/** Until then the server that stops is gone, or does not take jobs any more. */
const HAND_BACK_SECONDS = 5

/** Says that a message to the app builder waits. The oldest is taken, be it this one or not. */
export const carryOutChat = job('chat.carry_out', {
  payload: Type.Object({ message_id: Type.String() }),
  retry: [10, 60],
  timeoutSeconds: 3_600,
  async run(deps: Deps) {
    if ((await takeChats(deps)) === 'full') await notifyOfWaitingChat(deps.db)
  },
})

export function takeChats(deps: Deps): Promise<'full' | 'none_waits'> {
  const { db, clock, log, runningChats } = deps
  return takeWaiting({
    ...{ running: runningChats, log, of: 'a chat turn' },
    async claim(): Promise<HeldChat | undefined> {
      const now = clock.now()
      const worker = makeId('worker', now)
      const chat = await chatStore(db).claimOldest(worker, now)
      return chat && { ...chat, worker }
    },
    carryOut: (chat, signal) => carryOut(deps, chat, signal),
  })
}

async function carryOut(deps: Deps, chat: HeldChat, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const late = AbortSignal.timeout(LONGEST_TURN_MS)
  const signal = AbortSignal.any([stopping, lost.signal, late])
  const lease = holdLease({
    ...{ log: deps.log, of: 'a chat turn', seconds: CHAT_LEASE_SECONDS },
    extend: () => chatStore(deps.db).extend(chat, deps.clock.now()),
    onLost: () => lost.abort(new ChatLost()),
    onNews: () => {},
  })
  const [ended] = await Promise.allSettled([doTurn(deps, chat, signal)])
  await lease.end()
  if (ended.status === 'fulfilled') return
  const reason = signal.aborted ? signal.reason : ended.reason
  if (reason instanceof ChatLost) return
  if (reason instanceof WorkStopped) return releaseChat(deps, chat)
  const failure = signal.aborted ? TOO_LATE : chatFailureOf(reason)
  if (!failure) deps.log.error({ err: reason, chat_message_id: chat.id }, 'a chat turn failed')
  await fail(deps, chat, failure ?? BROKEN)
}

const TOO_LATE = new SessionFailed(
  'timeout',
  'It took too long, and nothing was changed. Ask for less at once.',
)
const BROKEN = new SessionFailed(
  'internal_error',
  'Something went wrong on the server, and nothing was changed. Send it again, or ask the operator.',
)

async function doTurn(deps: Deps, chat: HeldChat, signal: AbortSignal): Promise<void> {
  const billing = await billingOfApp(deps.db, chat.app_id)
  if (!billing) throw new ChatLost()
  // An earlier try stored what it changed: only the preview may be missing.
  const outcome =
    chat.applied_revision === null
      ? await runTurn(deps, chat, billing.workspace_id, signal)
      : { reply: chat.reply ?? '', isCodeChanged: true }
  await finishChat(deps, chat, outcome)
}

async function fail(deps: Deps, chat: HeldChat, { code, message }: SessionFailed): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const held = await chatStore(tx).lockHeld(chat)
    if (!held) return
    // What was stored is stored, whatever failed after it.
    if (held.applied_revision !== null) await endChat(deps, tx, chat, completed(held.reply))
    else
      await endChat(deps, tx, chat, {
        ...{ state: 'failed', error_code: code, error_message: message, reply: null },
      })
  })
}

/** It waits again with what it did, for another server or for the next start. */
async function releaseChat({ db, jobs }: Deps, chat: HeldChat): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await chatStore(tx).release(chat))) return
    await jobs.send(tx, carryOutChat, { message_id: chat.id }, { after: HAND_BACK_SECONDS })
    await notifyOfWaitingChat(tx)
  })
}
