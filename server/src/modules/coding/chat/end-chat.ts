import type { Db } from '../../../platform/database/db.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { ChatMessageRow } from '../tables.ts'
import { notifyOfChatEnd } from './chat-channel.ts'
import { creditUseOfChat } from './chat-credits.ts'
import { type ChatEnding, chatStore } from './chat-store.ts'

/** Ends a turn that is locked, with its price, in the same transaction: it costs only what it completed. */
export async function endChat(
  { clock, credits }: Pick<Deps, 'clock' | 'credits'>,
  tx: Db,
  chat: Pick<ChatMessageRow, 'id' | 'app_id' | 'user_id'>,
  ending: ChatEnding,
): Promise<void> {
  await chatStore(tx).end(chat.id, ending, clock.now())
  await notifyOfChatEnd(tx, chat.id)
  // Last, since others wait for the count of the workspace.
  const billing = await billingOfApp(tx, chat.app_id)
  if (billing && ending.state === 'completed')
    await credits.spend(tx, creditUseOfChat(chat, billing.workspace_id))
  else await credits.release(tx, chat.id)
}

export const completed = (reply: string | null): ChatEnding => ({
  ...{ state: 'completed', error_code: null, error_message: null, reply },
})
