import type { Me, Workspace } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { queries } from '../queries.ts'

/** Who is signed in; the loaders made sure of it. */
export function useMe(): Me {
  return useSuspenseQuery(queries.session()).data
}

/** The workspace the address names; its loader made sure that the person belongs to it. */
export function useWorkspace(): Workspace {
  const { workspace_id } = useParams()
  const workspace = useMe().workspaces.find(({ id }) => id === workspace_id)
  if (!workspace) throw new Error(`useWorkspace outside a workspace's route: ${workspace_id}`)
  return workspace
}
