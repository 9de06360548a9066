import type { ChatMessage } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRequest } from '../../act.ts'
import { client, queryClient, refresh } from '../../api.ts'
import { codingQueries } from '../../coding-queries.ts'
import { isMissing, isUnreachable } from '../../explain-error.ts'
import { giveBackText } from '../../form/use-stored-text.ts'

const POLL_MS = 2_000
/** After a read that got no answer. */
const AWAY_MS = 5_000
/** Longer than the server waits for a turn. */
const TIMEOUT_MS = 120_000
/** A turn changes code, entities and site. */
const CHANGED = ['site', 'source', 'schemas', 'entities']

export const isGoingOn = ({ status: { state } }: ChatMessage) => state === 'queued' || state === 'running'

/** Where the message is that was not sent yet. */
export const draftKey = (appId: string) => `atrium.chat.${appId}`

/** The messages to the app builder, oldest first, and the way to send one. */
export function useBuilder(appId: string) {
  const send = useRequest({
    run: (message: string) => client.chat.send({ app_id: appId }, { message }, { timeoutMs: TIMEOUT_MS }),
    failure: 'inline',
    onMutate: () => ({ before: newestIn(appId)?.id }),
    onError: async (error: Error, message: string, context) => {
      // Without an answer it may be stored and worked on all the same.
      if (isUnreachable(error)) await refresh('chat')
      const newest = newestIn(appId)
      if (newest?.id === context?.before || newest?.text !== message) giveBackText(draftKey(appId), message)
    },
    onSettled: () => refresh('chat', 'audit', 'credits', ...CHANGED),
  })
  const { data: page } = useSuspenseQuery({
    ...codingQueries.chat(appId),
    refetchInterval: ({ state: { data, error } }) => {
      if (isMissing(error) || !(send.isPending || data?.items.some(isGoingOn))) return false
      return isUnreachable(error) ? AWAY_MS : POLL_MS
    },
  })
  const messages = page.items.toReversed()
  const isBusy = messages.some(isGoingOn)
  useRefreshAtEnd(isBusy)
  const isStored = messages.at(-1)?.id !== send.context?.before
  return {
    messages,
    hasOlder: page.has_more,
    isBusy,
    isSending: send.isPending,
    error: send.isPending || (isUnreachable(send.error) && isBusy) ? null : send.error,
    /** On its way, and not in the list yet. */
    unstored: send.isPending && !isStored ? (send.variables ?? null) : null,
    send: send.mutate,
    /** At once, before the page can be drawn again. */
    isOnItsWay: () => send.progress.current.running > 0,
  }
}

function newestIn(appId: string): ChatMessage | undefined {
  return queryClient.getQueryData(codingQueries.chat(appId).queryKey)?.items[0]
}

/** Also of a turn that somebody else asked for. */
function useRefreshAtEnd(isBusy: boolean) {
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refresh(...CHANGED)
    wasBusy.current = isBusy
  }, [isBusy])
}

export type Builder = ReturnType<typeof useBuilder>
