import { createHash } from 'node:crypto'
import type { InputOf, operations } from '@atrium/contract'
import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accessConversation } from '../conversations/access-conversation.ts'
import type { Deps } from '../deps.ts'
import { replyCredits } from '../replies/reply-credits.ts'
import { writeReply } from '../replies/write-reply.ts'
import { agentStore, type ConversationRow, type MessageRow } from '../store.ts'
import { idempotencyStore, type MessageRequest } from './idempotency-store.ts'
import { presentMessage } from './present-message.ts'
import { publishMessage } from './publish-message.ts'
import { storeMessage } from './store-message.ts'

type Input = InputOf<typeof operations.messages.send>

/** Longer than any reply may take, so that two requests with one key do not ask the model both. */
const LEASE_MS = 180_000

/** Stores what was said, waits for the agent's reply and returns it. */
export async function sendMessage(deps: Deps, caller: Caller, { params, headers, body }: Input) {
  const { db, clock } = deps
  const { agent, conversation } = await accessConversation(deps, caller, params)
  const now = clock.now()
  const message: MessageRow = {
    id: makeId('msg', now),
    conversation_id: conversation.id,
    role: 'user',
    content: body.content,
    file_urls: body.file_urls ?? [],
    status: 'completed',
    created_date: now,
  }
  const request = requestOf(message, headers['idempotency-key'])
  const found = await transaction(db, async (tx) => {
    const stored = await storeOnce(deps, tx, conversation, message, request)
    if (stored.reply) return stored
    const use = replyCredits({ ...stored, workspace_id: agent.workspace_id, conversation })
    await deps.credits.hold(tx, use, new Date(now.getTime() + LEASE_MS))
    return stored
  })
  if (found.reply) return presentMessage(found.reply)
  deps.messageEvents.flush()
  publishMessage(deps, conversation, message)

  const instructions = (await agentStore(db).instructionsOf([agent.id])).get(agent.id) ?? ''
  try {
    const context = {
      workspace_id: agent.workspace_id,
      conversation,
      message_id: found.message_id,
      instructions,
      alsoStore: async (tx: Db, reply: MessageRow) => {
        if (request) await idempotencyStore(tx).finish(request, reply.id)
      },
    }
    return presentMessage(await writeReply(deps, context, AbortSignal.timeout(LEASE_MS - 10_000)))
  } catch (error) {
    // What is held for the message belongs to the request that took over.
    const isOurs = request === null || (await idempotencyStore(db).release(request))
    if (isOurs) await deps.credits.release(db, found.message_id)
    throw error
  }
}

function requestOf(message: MessageRow, key: string | undefined): MessageRequest | null {
  if (key === undefined) return null
  const { id, conversation_id, content, file_urls, created_date } = message
  return {
    conversation_id,
    idempotency_key: key,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([content, file_urls]))
      .digest(),
    message_id: id,
    reply_id: null,
    lease_until: new Date(created_date.getTime() + LEASE_MS),
    created_date,
  }
}

/** Stores the message, unless a request with this key did. Returns which one to reply to, or its reply. */
async function storeOnce(
  deps: Deps,
  tx: Db,
  conversation: ConversationRow,
  message: MessageRow,
  request: MessageRequest | null,
): Promise<{ message_id: string; reply: MessageRow | null }> {
  const requests = idempotencyStore(tx)
  const first = request && (await requests.begin(request))
  if (!first) {
    await storeMessage(deps, tx, conversation, message)
    return { message_id: message.id, reply: null }
  }
  const { message_id, reply_id } = first
  if (!first.fingerprint.equals(request.fingerprint)) throw refuse('idempotency_conflict')
  if (reply_id !== null) return { message_id, reply: await storedReply(tx, conversation.id, reply_id) }
  // The message is stored; anyone who was answering it may have died.
  if (!(await requests.takeOver(request, message.created_date))) throw refuse('message_in_progress')
  return { message_id, reply: null }
}

async function storedReply(tx: Db, conversationId: string, id: string): Promise<MessageRow> {
  const reply = await agentStore(tx).findMessage(conversationId, id)
  if (!reply) throw refuse('message_not_found')
  return reply
}
