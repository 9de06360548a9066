import type { TestRun } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refresh } from '../../api.ts'
import { isUnreachable } from '../../explain-error.ts'
import { testsQueries } from '../../tests-queries.ts'
import { isOpenRun } from './test-run-words.ts'

const POLL_MS = 1_000
const AWAY_MS = 5_000

/** A run as it is now: read again each second until it has ended. */
export function useLiveTestRun(appId: string, executionId: string): TestRun {
  const { data: run } = useSuspenseQuery({
    ...testsQueries.run(appId, executionId),
    refetchInterval: ({ state: { data, error } }) => {
      if (isUnreachable(error)) return AWAY_MS
      return data && isOpenRun(data.status) ? POLL_MS : false
    },
  })
  const wasOpen = useRef(false)
  const isOpen = isOpenRun(run.status)
  useEffect(() => {
    // What it came to is the last result of its test now.
    if (wasOpen.current && !isOpen) void refresh('flows')
    wasOpen.current = isOpen
  }, [isOpen])
  return run
}
