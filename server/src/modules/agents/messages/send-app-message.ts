import type { InputOf, operations } from '@atrium/contract'
import { afterCommit, transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accessAppConversation } from '../conversations/access-app-conversation.ts'
import { presentAppMessage } from '../conversations/present-app-conversation.ts'
import type { Deps } from '../deps.ts'
import { answerAppMessage } from '../replies/answer-app-message.ts'
import { replyCredits } from '../replies/reply-credits.ts'
import { speakerOf } from '../replies/speaker.ts'
import type { MessageRow } from '../store.ts'
import { publishMessage } from './publish-message.ts'
import { storeMessage } from './store-message.ts'

/** For the reply, all its tries and the wait for a worker. */
const HOLD_MS = 3_600_000

/** Returns the stored message at once; what a person says is replied to in the background. */
export async function sendAppMessage(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.app_messages.send>,
) {
  const { app, conversation } = await accessAppConversation(deps, caller, params)
  // Only the people of the workspace put words into an agent's mouth.
  if (body.role !== undefined && body.role !== 'user' && app.user_role === 'visitor')
    throw refuse('editor_required')
  const payer = app.user_role === 'visitor' ? { payer_id: app.owner_id } : {}
  const now = deps.clock.now()
  const message: MessageRow = {
    id: makeId('msg', now),
    conversation_id: conversation.id,
    role: body.role ?? 'user',
    content: body.content,
    file_urls: body.file_urls ?? [],
    status: 'completed',
    created_date: now,
  }
  await transaction(deps.db, async (tx) => {
    await storeMessage(deps, tx, conversation, message)
    if (message.role !== 'user') return
    await deps.jobs.send(tx, answerAppMessage, {
      workspace_id: app.workspace_id,
      app_id: app.id,
      user_id: conversation.user_id,
      conversation_id: conversation.id,
      message_id: message.id,
      speaker: speakerOf(caller),
      ...payer,
    })
    const use = replyCredits({
      workspace_id: app.workspace_id,
      conversation,
      message_id: message.id,
      ...payer,
    })
    await deps.credits.hold(tx, use, new Date(now.getTime() + HOLD_MS))
  })
  afterCommit(deps.db, () => {
    deps.messageEvents.flush()
    publishMessage(deps, conversation, message)
  })
  return presentAppMessage(message)
}
