import type { SecurityScan } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryClient } from '../../api.ts'
import { isUnreachable } from '../../explain-error.ts'
import { scansQueries } from '../../scans-queries.ts'
import { isUnderWay } from './scan-words.ts'

const POLL_MS = 1_500
const AWAY_MS = 5_000

/** The latest scan of an app as it is now: read again until it has settled. */
export function useScan(appId: string): SecurityScan {
  const { data: scan } = useSuspenseQuery({
    ...scansQueries.latest(appId),
    refetchInterval: ({ state: { data, error } }) => {
      if (isUnreachable(error)) return AWAY_MS
      return data && isUnderWay(data.status) ? POLL_MS : false
    },
  })
  const wasUnderWay = useRef(false)
  const isNow = isUnderWay(scan.status)
  useEffect(() => {
    // What it found is in the history now, and what it did not find any more is not ignored any more.
    if (wasUnderWay.current && !isNow)
      for (const part of ['history', 'ignored'])
        void queryClient.invalidateQueries({ queryKey: ['scans', appId, part] })
    wasUnderWay.current = isNow
  }, [appId, isNow])
  return scan
}
