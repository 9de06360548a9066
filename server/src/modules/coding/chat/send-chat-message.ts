import type { InputOf, operations } from '@atrium/contract'
import { CHAT_WAIT_SECONDS } from '@atrium/contract/chat'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { ChatMessageRow } from '../tables.ts'
import { carryOutChat, takeChats } from './carry-out-chat.ts'
import { creditUseOfChat, holdChatUntil } from './chat-credits.ts'
import { chatStore } from './chat-store.ts'
import { waitForChat } from './chat-wait.ts'
import { presentChatMessage } from './present-chat-message.ts'

/** Returns what came of the turn, or where it is when the wait is over. */
export async function sendChatMessage(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.chat.send>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const chat = newChat(app.id, userOf(caller).id, body.message, deps.clock.now())
  await transaction(deps.db, async (tx) => {
    const store = chatStore(tx)
    if (!(await store.lockApp(app.id))) throw refuse('app_not_found')
    if (!(await store.insert(chat))) throw refuse('session_busy')
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'chat.send',
      target_type: 'chat_message',
      target_id: chat.id,
      app_id: app.id,
    })
    await deps.jobs.send(tx, carryOutChat, { message_id: chat.id })
    await deps.credits.hold(tx, creditUseOfChat(chat, app.workspace_id), holdChatUntil(chat.created_date))
  })
  // Somebody waits: where there is room it does not wait for the turn of its job.
  if (deps.runningChats.isWorker)
    void takeChats(deps).catch((error) => deps.log.warn({ err: error }, 'a waiting chat turn was not taken'))
  await waitForChat(deps, chat, CHAT_WAIT_SECONDS)
  const found = await chatStore(deps.db).find(app.id, chat.id)
  if (!found) throw refuse('app_not_found')
  return presentChatMessage(found, app)
}

function newChat(app_id: string, user_id: string, text: string, now: Date): ChatMessageRow {
  return {
    id: makeId('cht', now),
    ...{ app_id, user_id, text },
    state: 'queued',
    ...{ error_code: null, error_message: null, reply: null, files: [], entities: [] },
    ...{ revision_id: null, preview_url: null, turns: [], base_revision: null, applied_revision: null },
    ...{ worker: null, leased_until: null, tries: 0, created_date: now, completed_at: null },
  }
}
