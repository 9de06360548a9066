import type { Conversation } from '@atrium/sdk'
import { useRequest } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { makeKey } from '../../form/idempotency-key.ts'
import { words } from './words.ts'

/** A message on its way. */
interface Draft {
  content: string
  /** The same for every try, so that a repeat never says it twice. */
  idempotency_key: string
  /** The newest message when it was sent; what comes after it may be this one and its reply. */
  after: string | undefined
}

/** Longer than the server lets a reply take. */
const TIMEOUT_MS = 200_000

export function useSending({ id, agent_id, messages }: Conversation) {
  const send = useRequest({
    run: ({ content, idempotency_key }: Draft) =>
      client.messages.send(
        { agent_id, conversation_id: id },
        { content },
        { idempotency_key, timeoutMs: TIMEOUT_MS },
      ),
    failure: 'inline',
    // Also after a failure: the message itself may be stored.
    onSettled: () => refresh('conversations'),
  })
  const draft = send.isPending || send.isError ? send.variables : undefined
  const newer = draft ? messages.slice(messages.findIndex((one) => one.id === draft.after) + 1) : []
  const isStored = newer.some(({ role, content }) => role === 'user' && content === draft?.content)
  const isAnswered = newer.some(({ role }) => role === 'assistant')

  return {
    /** What was said but is not in the conversation yet. */
    unstored: draft && !isStored ? draft.content : null,
    isWaiting: send.isPending && !isAnswered,
    disabledReason: send.isPending
      ? words.waitForTheReply
      : draft && !isStored
        ? words.tryTheMessageAbove
        : undefined,
    error: send.isError && !isAnswered ? send.error : null,
    say: (content: string) =>
      send.mutate({ content, idempotency_key: makeKey(), after: messages.at(-1)?.id }),
    retry: () => send.variables && send.mutate(send.variables),
    dismiss: () => send.reset(),
  }
}
