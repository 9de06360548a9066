import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import type { ChatMessageRow } from '../tables.ts'
import { carryOutChat } from './carry-out-chat.ts'
import { chatStore, MOST_CHAT_TRIES } from './chat-store.ts'
import { completed, endChat } from './end-chat.ts'

const AT_ONCE = 100
/** A turn that finds no server for so long will not find one. */
const LONGEST_WAIT_MS = 60 * 60_000

/** Settles turns that nobody holds. */
export const resumeChats = job('chat.resume', {
  payload: Type.Object({}),
  retry: [],
  async run(deps: Deps) {
    const unheld = await chatStore(deps.db).listUnheld(deps.clock.now(), AT_ONCE)
    for (const id of unheld)
      await tolerate(deps.log, 'a chat turn was not resumed', resume(deps, id), undefined)
  },
})

/** Ends it where nobody will, else lets it wait for a worker. */
async function resume(deps: Deps, id: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const chat = await chatStore(tx).lockOpen(id)
    // Somebody took it since.
    if (!chat || (chat.leased_until !== null && chat.leased_until >= now)) return
    const message = faultOf(chat, now)
    if (message === null) await deps.jobs.send(tx, carryOutChat, { message_id: id }, { key: id })
    // What was stored is stored: only its preview is missing.
    else if (chat.applied_revision !== null) await endChat(deps, tx, chat, completed(chat.reply))
    else
      await endChat(deps, tx, chat, {
        ...{ state: 'failed', error_code: 'internal_error', error_message: message, reply: null },
      })
  })
}

function faultOf({ tries, created_date }: ChatMessageRow, now: Date): string | null {
  if (tries >= MOST_CHAT_TRIES)
    return 'The server was lost several times during this turn. Nothing was changed; send it again.'
  if (now.getTime() - created_date.getTime() > LONGEST_WAIT_MS * (tries + 1))
    return 'No server had room for this turn for an hour. Nothing was changed; send it again later.'
  return null
}
