import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { attentionQueries } from '../attention-queries.ts'
import { homeQueries } from '../home-queries.ts'
import { paths } from '../paths.ts'

/** How many open things of the workspace are critical or wrong; 0 while it is not known. */
export function useAttentionCount(workspaceId: string): number {
  const isHome = useLocation().pathname === paths.workspace(workspaceId)
  // Home lists them all, and the number comes with them.
  const all = useQuery({ ...homeQueries.attention(workspaceId), enabled: isHome })
  const few = useQuery({ ...attentionQueries.counts(workspaceId), enabled: !isHome })
  const counts = (isHome ? all : few).data?.counts
  return counts ? counts.critical + counts.warning : 0
}
