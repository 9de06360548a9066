import { onlineManager } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { queryClient } from '../api.ts'
import { isUnreachable } from '../explain-error.ts'
import { queries } from '../queries.ts'

const LOOK_EVERY_MS = 3_000

/** Shows the page again as soon as the server answers, if that is what it failed for; and when asked to. */
export function useRecovery(error: unknown): () => void {
  const { revalidate } = useRevalidator()
  const recover = useCallback(() => {
    // A part of the console that could not be loaded is loaded by nothing else.
    if (!isUnreachable(error) || error instanceof TypeError) return location.reload()
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    void revalidate()
  }, [error, revalidate])

  useEffect(() => {
    if (!isUnreachable(error)) return
    const look = () =>
      queryClient.fetchQuery({ ...queries.session(), staleTime: 0 }).then(recover, () => {
        // Still out of reach: it is looked again in a moment.
      })
    const timer = setInterval(look, LOOK_EVERY_MS)
    const stop = onlineManager.subscribe((isOnline) => isOnline && look())
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [error, recover])
  return recover
}
