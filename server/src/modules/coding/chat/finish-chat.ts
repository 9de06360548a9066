import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { oneLine } from '../../../platform/text/one-line.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { ChatLost } from './chat-failures.ts'
import { chatStore } from './chat-store.ts'
import { completed, endChat } from './end-chat.ts'
import type { HeldChat } from './store-changes.ts'

const LONGEST_MESSAGE = 200

/** Ends a turn whose changes are stored, together with its preview: there is one for each turn at most. */
export async function finishChat(
  deps: Deps,
  chat: HeldChat,
  { reply, isCodeChanged }: { reply: string; isCodeChanged: boolean },
): Promise<void> {
  const complete = async (tx: Db) => {
    if (!(await chatStore(tx).lockHeld(chat))) throw new ChatLost()
    await endChat(deps, tx, chat, completed(reply))
  }
  const preview = isCodeChanged ? makePreview(deps, chat, complete) : Promise.resolve(false)
  // A site that cannot be made is no reason to call the change failed.
  if (!(await tolerate(deps.log, 'a preview was not made', preview, false)))
    await transaction(deps.db, complete)
}

/** False when the code has no site; the turn is not ended then. */
async function makePreview(
  { builtApps }: Pick<Deps, 'builtApps'>,
  chat: HeldChat,
  complete: (tx: Db) => Promise<void>,
): Promise<boolean> {
  const made = await builtApps.makePreview({
    app_id: chat.app_id,
    message: `Preview: ${oneLine(chat.text, LONGEST_MESSAGE)}`,
    created_by: chat.email,
    async alsoStore(tx, preview) {
      await complete(tx)
      await chatStore(tx).savePreview(chat.id, preview)
    },
  })
  return made !== null
}
