import type { ChatMessage } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRequest } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { codingQueries } from '../../coding-queries.ts'

const POLL_MS = 2_000
/** Longer than the server waits for a turn. */
const TIMEOUT_MS = 120_000

export const isGoingOn = ({ status: { state } }: ChatMessage) => state === 'queued' || state === 'running'

/** The messages to the app builder, oldest first, and the way to send one. */
export function useBuilder(appId: string) {
  const send = useRequest({
    run: (message: string) => client.chat.send({ app_id: appId }, { message }, { timeoutMs: TIMEOUT_MS }),
    failure: 'inline',
    // Also after a failure: the message may be stored and worked on.
    onSettled: () => refresh('chat', 'audit', 'credits'),
  })
  const { data: page } = useSuspenseQuery({
    ...codingQueries.chat(appId),
    refetchInterval: ({ state: { data } }) =>
      send.isPending || data?.items.some(isGoingOn) ? POLL_MS : false,
  })
  const messages = page.items.toReversed()
  const isBusy = messages.some(isGoingOn)
  useRefreshAtEnd(isBusy)
  // On its way, and not in the list yet.
  const isStored = messages.at(-1)?.text === send.variables && isBusy
  return {
    messages,
    hasOlder: page.has_more,
    isBusy,
    isSending: send.isPending,
    error: send.isPending ? null : send.error,
    unstored: send.isPending && !isStored ? (send.variables ?? null) : null,
    send: send.mutate,
    /** At once, before the page can be drawn again. */
    isOnItsWay: () => send.progress.current.running > 0,
  }
}

/** A turn changes code, entities and site. */
function useRefreshAtEnd(isBusy: boolean) {
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refresh('site', 'source', 'schemas', 'entities')
    wasBusy.current = isBusy
  }, [isBusy])
}

export type Builder = ReturnType<typeof useBuilder>
