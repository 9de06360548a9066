import { transaction } from '../../../platform/database/transaction.ts'
import type { Deps } from '../deps.ts'
import { chatStore } from './chat-store.ts'
import { endChat } from './end-chat.ts'

/** Of an app that was deleted: a turn that somebody works at finds that it is not theirs any more. */
export async function endChatsOfApp(
  deps: Pick<Deps, 'db' | 'clock' | 'credits'>,
  appId: string,
): Promise<void> {
  for (const id of await chatStore(deps.db).listOpenOfApp(appId))
    await transaction(deps.db, async (tx) => {
      const chat = await chatStore(tx).lockOpen(id)
      if (!chat) return
      const error_message = 'The app was deleted.'
      await endChat(deps, tx, chat, {
        ...{ state: 'failed', error_code: 'internal_error', error_message, reply: null },
      })
    })
}
