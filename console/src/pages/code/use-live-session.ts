import type { CodingSession, CodingSessionEvent } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refresh } from '../../api.ts'
import { codingQueries } from '../../coding-queries.ts'
import { isMissing } from '../../explain-error.ts'
import { hasEnded } from './session-words.ts'

/** Events are read often, the session itself rarely: what changes it shows in an event. */
const EVENTS_MS = 1_000
const WAITING_MS = 5_000
const SESSION_MS = 5_000
/** After a read that failed. */
const AWAY_MS = 5_000
/** A step changes the counts too, which can wait. */
const CHANGING = new Set(['state', 'plan', 'input_request', 'input', 'pull_request'])

/** A session as it is now, followed until its end or until it is gone; a tab that nobody sees does not ask. */
export function useLiveSession(appId: string, sessionId: string) {
  const { data: session, refetch: readSession } = useSuspenseQuery({
    ...codingQueries.session(appId, sessionId),
    refetchInterval: ({ state: { data, error } }) =>
      isMissing(error) || (data && hasEnded(data.state)) ? false : SESSION_MS,
  })
  const { data: events, refetch: readEvents } = useSuspenseQuery({
    ...codingQueries.events(appId, sessionId),
    refetchInterval: ({ state: { error } }) => pauseOf(session.state, error),
  })
  const isOver = hasEnded(session.state)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && isOver) {
      // The last events came with the end; what others show of it changed, too.
      void readEvents()
      void refresh('pull_requests', 'credits')
    }
    wasOpen.current = !isOver
  }, [isOver, readEvents])
  useReadAgain(events, session, readSession)
  return { session, events }
}

function pauseOf(state: CodingSession['state'], error: unknown): number | false {
  if (hasEnded(state) || isMissing(error)) return false
  if (error) return AWAY_MS
  return state === 'needs_input' ? WAITING_MS : EVENTS_MS
}

/** An event that changes the session has it read again at once. */
function useReadAgain(
  events: readonly CodingSessionEvent[],
  session: CodingSession,
  readSession: () => unknown,
) {
  const seen = useRef(events.at(-1)?.seq ?? 0)
  useEffect(() => {
    const fresh = events.filter(({ seq }) => seq > seen.current)
    seen.current = events.at(-1)?.seq ?? 0
    if (!hasEnded(session.state) && fresh.some(({ type }) => CHANGING.has(type))) void readSession()
  }, [events, session.state, readSession])
}
