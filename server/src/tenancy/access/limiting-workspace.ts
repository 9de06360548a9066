import type { RequestPlace } from '../../platform/http/visitor.ts'
import { type Access, mayBeId } from './access.ts'
import type { KnownCredential } from './known-credential.ts'

/** The workspace whose own limits hold for a request: the one that it acts in. */
export type LimitingWorkspace = (
  credential: KnownCredential,
  place: RequestPlace,
) => Promise<string | undefined>

export function createLimitingWorkspace({
  access,
  workspaceOfFolder,
}: {
  access: Pick<Access, 'workspaceIdOf'>
  /** Folders are a module's, so `wiring` passes this. */
  workspaceOfFolder(folderId: string, userId: string): Promise<string | null>
}): LimitingWorkspace {
  const find = async (params: RequestPlace['params'], user: KnownCredential['user']) => {
    const { folder_id, workspace_id, app_id = params.agent_id } = params
    if (workspace_id !== undefined) return workspace_id
    if (folder_id !== undefined)
      return user && mayBeId(folder_id) ? workspaceOfFolder(folder_id, user.id) : null
    return app_id !== undefined && mayBeId(app_id) ? access.workspaceIdOf(app_id) : null
  }

  return async ({ workspace_id, memberships, user }, { params, query: { workspaceId } }) => {
    if (workspace_id !== null) return workspace_id
    const hasChoice = memberships.length > 1 && memberships.some(hasOwnLimits)
    // Few people have a choice: only for them something is read here.
    if (!hasChoice) return undefined
    const isInAddress = PLACES.some((name) => params[name] !== undefined)
    if (isInAddress) return (await find(params, user)) ?? undefined
    return typeof workspaceId === 'string' ? workspaceId : undefined
  }
}

const PLACES = ['app_id', 'agent_id', 'folder_id', 'workspace_id']

function hasOwnLimits({ rate_limits }: KnownCredential['memberships'][number]): boolean {
  return Object.keys(rate_limits).length > 0
}
