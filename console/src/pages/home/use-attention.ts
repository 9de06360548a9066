import type { AttentionItem } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure, useRequest } from '../../act.ts'
import { queryClient, refresh, workspaceClient } from '../../api.ts'
import { homeQueries } from '../../home-queries.ts'

export interface PutAway {
  item: AttentionItem
  /** Null when it was dismissed. */
  until: Date | null
}

/** What needs the person. What they put away goes at once, and comes back if that is refused. */
export function useAttention(workspaceId: string, appId: string | undefined) {
  const query = homeQueries.attention(workspaceId, appId)
  const list = useQuery(query)
  const [last, setLast] = useState<PutAway | null>(null)
  const { attention } = workspaceClient(workspaceId)

  const put = (items: (before: AttentionItem[]) => AttentionItem[]) => {
    const before = queryClient.getQueryData(query.queryKey)
    if (before) queryClient.setQueryData(query.queryKey, { ...before, items: items(before.items) })
  }
  const putAway = useRequest({
    failure: toastFailure,
    run: ({ item, until }: PutAway): Promise<unknown> =>
      until === null
        ? attention.dismiss({ item_id: item.id })
        : attention.snooze({ item_id: item.id }, { until: until.toISOString() }),
    onMutate: async (away: PutAway) => {
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      setLast(away)
      put((items) => items.filter(({ id }) => id !== away.item.id))
    },
    // Only this one: another may have been put away since. The next read puts it into its place.
    onError: (_error, { item }) => {
      put((items) => [item, ...items.filter(({ id }) => id !== item.id)])
      setLast((now) => (now?.item.id === item.id ? null : now))
    },
    onSettled: () => refresh('attention'),
  })
  const restore = useRequest({
    failure: toastFailure,
    run: ({ item }: PutAway) => attention.restore({ item_id: item.id }),
    onMutate: async ({ item }: PutAway) => {
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      setLast(null)
      put((items) => [item, ...items.filter(({ id }) => id !== item.id)])
    },
    onError: (_error, away) => {
      put((items) => items.filter(({ id }) => id !== away.item.id))
      setLast((now) => now ?? away)
    },
    onSettled: () => refresh('attention'),
  })
  return { list, last, putAway, restore }
}
