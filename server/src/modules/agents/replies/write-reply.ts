import type { Db } from '../../../platform/database/db.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import {
  type ModelMessage,
  ModelUnavailable,
  type ReplyEnd,
  type Tool,
} from '../../../ports/language-model/port.ts'
import { refuseForModel } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { publishMessage } from '../messages/publish-message.ts'
import { storeMessage } from '../messages/store-message.ts'
import { agentStore, type ConversationRow, type MessageRow } from '../store.ts'
import { replyCredits } from './reply-credits.ts'
import { type ReplyStream, streamReply } from './stream-reply.ts'

export interface ReplyContext {
  workspace_id: string
  conversation: ConversationRow
  /** The message to answer. What was said after it is left out. */
  message_id: string
  instructions: string
  /** Who pays for it instead of whom the conversation belongs to. */
  payer_id?: string | undefined
  /** What the model may do before it replies. */
  tools?: readonly Tool[] | undefined
  /** In the transaction that stores the reply. */
  alsoStore?: (tx: Db, reply: MessageRow) => Promise<void>
}

/** What the model is shown at most, so that a long conversation does not outgrow it. */
const CONTEXT_MESSAGES = 50
const CONTEXT_CHARACTERS = 150_000
/** What was said until then is kept as a failed reply. Within the time that callers wait. */
const REPLY_MS = 150_000

/**
 * Asks the model, outside any transaction, and stores what it said with its events and its credits: a reply that
 * broke off costs none.
 * A message has one reply: when somebody else was faster, theirs is answered.
 */
export async function writeReply(
  deps: Deps,
  context: ReplyContext,
  signal: AbortSignal,
): Promise<MessageRow> {
  const { db, clock } = deps
  const { conversation, message_id } = context
  const history = await agentStore(db).messagesUntil(conversation.id, message_id, CONTEXT_MESSAGES)
  if (history.length === 0) throw refuse('message_not_found')
  const id = makeId('msg', clock.now())
  const stream = streamReply(deps, conversation, id)
  const { content, end } = await collectReply(deps, context, stream, history, signal)

  const reply: MessageRow = {
    id,
    conversation_id: conversation.id,
    role: 'assistant',
    content,
    file_urls: [],
    status: end.finish === 'error' ? 'failed' : 'completed',
    created_date: clock.now(),
  }
  const stored = await transaction(db, (tx) => storeReply(deps, tx, context, reply))
  deps.messageEvents.flush()
  publishMessage(deps, conversation, stored)
  return stored
}

async function collectReply(
  { languageModel }: Deps,
  { workspace_id, conversation, instructions, tools = [] }: ReplyContext,
  stream: ReplyStream,
  history: readonly MessageRow[],
  signal: AbortSignal,
): Promise<{ content: string; end: ReplyEnd }> {
  let content = ''
  const messages = inContext(history)
  const { app_id, user_id } = conversation
  try {
    for await (const part of languageModel.reply({
      feature: 'agents.reply',
      usedBy: { workspace_id, app_id, user_id },
      system: instructions,
      messages,
      tools,
      signal,
      timeoutMs: REPLY_MS,
    })) {
      if (part.type === 'done') return { content, end: part }
      if (part.type !== 'text') continue
      content += part.text
      stream.publish(content)
    }
  } catch (error) {
    stream.breakOff(content)
    if (error instanceof ModelUnavailable || signal.aborted) throw refuseForModel(error)
    throw error
  } finally {
    stream.end()
  }
  throw new Error('the model ended without saying so')
}

/** The newest messages that fit, with the addresses of their files; any single one does. */
function inContext(history: readonly MessageRow[]): ModelMessage[] {
  const shown = history.flatMap(({ role, content, file_urls }) =>
    role === 'system' ? [] : [{ role, content: [content, ...file_urls].join('\n') }],
  )
  let characters = 0
  const tooFar = shown.findLastIndex(({ content }) => {
    characters += content.length
    return characters > CONTEXT_CHARACTERS
  })
  return shown.slice(tooFar + 1)
}

async function storeReply(deps: Deps, tx: Db, context: ReplyContext, reply: MessageRow): Promise<MessageRow> {
  const { conversation, message_id, alsoStore } = context
  const store = agentStore(tx)
  await store.lock(conversation.id)
  const earlier = await store.findReply(message_id)
  if (earlier) return earlier
  await storeMessage(deps, tx, conversation, reply, message_id)
  await alsoStore?.(tx, reply)
  if (reply.status === 'completed') await deps.credits.spend(tx, replyCredits(context))
  else await deps.credits.release(tx, message_id)
  return reply
}
