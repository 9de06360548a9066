import { useQuery } from '@tanstack/react-query'
import { attentionQueries } from '../attention-queries.ts'

/** How many open things of the workspace are critical or wrong; 0 while it is not known. */
export function useAttentionCount(workspaceId: string): number {
  const { data } = useQuery({
    ...attentionQueries.counts(workspaceId),
    select: ({ critical, warning }) => critical + warning,
  })
  return data ?? 0
}
