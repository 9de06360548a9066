import { MESSAGES_PER_READ, type Message } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { queries } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Composer } from './Composer.tsx'
import { DeleteMessage } from './DeleteMessage.tsx'
import { MessageBubble, MessageItem } from './MessageItem.tsx'
import { SendFailure } from './SendFailure.tsx'
import { useSending } from './use-sending.ts'
import { Waiting } from './Waiting.tsx'
import { words } from './words.ts'

export function loader({ request, params: { agent_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(agent_id), queries.conversation(agent_id))
}

export function Component() {
  const { agent_id = '' } = useParams()
  const { data: agent } = useSuspenseQuery(queries.app(agent_id))
  const { data: conversation } = useSuspenseQuery(queries.conversation(agent_id))
  const [deleting, setDeleting] = useState<Message | null>(null)
  const sending = useSending(conversation)
  const { messages } = conversation
  const isEmpty = messages.length === 0 && sending.unstored === null
  useNewestInView([messages.at(-1)?.id, sending.unstored, sending.isWaiting, sending.error].join())

  return (
    <div className="flex flex-1 flex-col">
      <div
        className={classNames(
          'flex flex-1 flex-col px-5 py-6 sm:px-8',
          isEmpty ? 'justify-center' : 'justify-end',
        )}
      >
        {isEmpty && (
          <EmptyState icon={MessageSquare} title={fill(words.talkToName, { name: agent.name })}>
            <p>{agent.user_description ?? words.askSomethingTheReply}</p>
            <p className="mt-2 caption">{words.onlyYouSeeThis}</p>
          </EmptyState>
        )}
        <div
          role="log"
          aria-label={fill(words.conversationWithName, { name: agent.name })}
          className="mx-auto w-full max-w-3xl space-y-5"
        >
          {messages.length >= MESSAGES_PER_READ && (
            <p className="text-center caption">
              {fillWith(words.onlyTheMessagesPerReadNewest, { messagesPerRead: MESSAGES_PER_READ })}
            </p>
          )}
          {messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              agentName={agent.name}
              onDelete={() => setDeleting(message)}
            />
          ))}
          {sending.unstored !== null && <MessageBubble from="user" content={sending.unstored} isFaint />}
          {sending.isWaiting && <Waiting agentName={agent.name} />}
          {sending.error !== null && (
            <SendFailure error={sending.error} onRetry={sending.retry} onDismiss={sending.dismiss} />
          )}
        </div>
      </div>
      <StandIn of="language_model" className="mx-auto w-full max-w-3xl px-5 pb-2 sm:px-8" />
      <Composer agentName={agent.name} disabledReason={sending.disabledReason} onSend={sending.say} />
      {deleting && (
        <DeleteMessage conversation={conversation} message={deleting} onClose={() => setDeleting(null)} />
      )}
    </div>
  )
}

/** The newest stands at the end of the page, which is scrolled to whenever something comes. */
function useNewestInView(newest: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the newest that scrolls.
  useEffect(() => {
    scrollTo({ top: document.documentElement.scrollHeight })
  }, [newest])
}
