import { refuse } from '../../platform/errors.ts'
import { type Caller, userOf } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { attentionStore } from './store.ts'
import { narrowed, type Viewer, viewerOf } from './viewer.ts'

/** The caller as one who looks at a workspace, or at one app of it; or a refusal. */
export async function accessViewer(
  { db, access }: Pick<Deps, 'db' | 'access'>,
  caller: Caller,
  workspaceId: string | undefined,
  appId?: string,
): Promise<Viewer> {
  const workspace = await access.workspace(caller, workspaceId, 'member')
  const user = userOf(caller)
  const needsGiven = workspace.role === 'viewer' || workspace.role === 'guest'
  const given = needsGiven ? await attentionStore(db).givenApps(workspace.id, user.id) : []
  const viewer = viewerOf(workspace, user, given, caller.app_ids)
  if (appId === undefined) return viewer
  const app = await access.app(caller, appId, 'viewer')
  if (app.workspace_id !== workspace.id) throw refuse('app_not_found')
  return narrowed(viewer, app.id, app.user_role)
}
