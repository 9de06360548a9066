import { useSuspenseQuery } from '@tanstack/react-query'
import { Hammer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { codingQueries } from '../../coding-queries.ts'
import { fillWith } from '../../language/fill.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ChatComposer } from './ChatComposer.tsx'
import { ChatTurn } from './ChatTurn.tsx'
import { PreviewPart } from './PreviewPart.tsx'
import { SentMessage } from './SentMessage.tsx'
import { useBuilder } from './use-builder.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), queries.site(app_id), codingQueries.chat(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  return <Builder key={app_id} appId={app_id} />
}

/** The conversation with the app builder, and next to it what the app looks like by now. */
function Builder({ appId }: { appId: string }) {
  const { data: app } = useSuspenseQuery(queries.app(appId))
  const { data: site } = useSuspenseQuery(queries.site(appId))
  const builder = useBuilder(appId)
  const { messages, hasOlder, unstored } = builder
  const mayEdit = canEditApp(app)
  const isEmpty = messages.length === 0 && unstored === null
  const preview =
    messages.findLast((message) => message.preview !== null)?.preview?.url ??
    site.revision?.preview_url ??
    null
  const newest = useNewestInView([messages.at(-1)?.id, messages.at(-1)?.status.state, unstored].join())
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex min-h-[calc(100dvh-14rem)] flex-col lg:border-e lg:border-line">
        <div
          className={classNames(
            'flex flex-1 flex-col px-5 py-6 sm:px-8',
            isEmpty ? 'justify-center' : 'justify-end',
          )}
        >
          {isEmpty && (
            <EmptyState icon={Hammer} title={words.buildByTalking}>
              {mayEdit ? words.sayWhatTheApp : words.nobodyHasTalkedTo}
            </EmptyState>
          )}
          <div role="log" aria-label={words.conversationWithTheApp} className="w-full space-y-6">
            {hasOlder && (
              <p className="text-center caption">
                {fillWith(words.onlyTheCountNewest, { count: messages.length })}
              </p>
            )}
            {messages.map((message) => (
              <ChatTurn key={message.id} appId={appId} message={message} />
            ))}
            {unstored !== null && <SentMessage text={unstored} from={null} isFaint />}
          </div>
          <div ref={newest} className="scroll-mb-6" />
        </div>
        <StandIn of="language_model" className="px-5 pb-2 sm:px-8" />
        {mayEdit && <ChatComposer appId={appId} builder={builder} />}
      </div>
      <PreviewPart appId={appId} url={preview} mayEdit={mayEdit} />
    </div>
  )
}

/** Stands behind the newest, and is scrolled to whenever something comes. */
function useNewestInView(newest: string) {
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the newest that scrolls.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  return end
}
