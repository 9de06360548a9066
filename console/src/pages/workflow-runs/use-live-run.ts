import type { WorkflowRun } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../../api.ts'
import { appClient } from '../../app-access.ts'
import { workflowsQueries } from '../../workflows-queries.ts'
import { isOpenRun } from './run-words.ts'

/** Without news of the server it is asked this often, and now and then even with them. */
const POLL_MS = 3_000
const CHECK_MS = 20_000
/** News that come together are read together. */
const TOGETHER_MS = 250

/** A run as it is now: read again whenever it gets on, until it has ended. */
export function useLiveRun(appId: string, workflowId: string, runId: string): WorkflowRun {
  const query = workflowsQueries.run(appId, workflowId, runId)
  const [isLive, setLive] = useState(false)
  const { data: run } = useSuspenseQuery({
    ...query,
    refetchInterval: ({ state: { data } }) =>
      data && isOpenRun(data.status) ? (isLive ? CHECK_MS : POLL_MS) : false,
  })
  const isOpen = isOpenRun(run.status)
  useEffect(() => {
    if (!isOpen) return
    const { queryKey } = workflowsQueries.run(appId, workflowId, runId)
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries({ queryKey })
      }, TOGETHER_MS)
    }
    const stop = appClient(appId).workflowRuns.subscribe(runId, read, {
      onConnect: () => {
        setLive(true)
        // It may have got on before one listened.
        read()
      },
      onError: () => setLive(false),
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [appId, workflowId, runId, isOpen])
  return run
}
