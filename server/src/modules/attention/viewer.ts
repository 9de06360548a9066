/** Who looks: which apps they may open and which they may change. */
import { canEditWorkspace, isAdmin, type Workspace } from '../../tenancy/index.ts'

export interface Viewer {
  workspace_id: string
  user_id: string
  email: string
  /** Null = all of the workspace. */
  readable: readonly string[] | null
  editable: readonly string[] | null
  /** Whether what is of the whole workspace is theirs to see. */
  isAdmin: boolean
}

/** An app that somebody was given. */
export interface GivenApp {
  app_id: string
  role: 'editor' | 'viewer'
}

export interface Person {
  id: string
  email: string
}

/** `given` matters for viewers and guests only; `limit` is what a token is limited to. */
export function viewerOf(
  workspace: Pick<Workspace, 'id' | 'role'>,
  person: Person,
  given: readonly GivenApp[],
  limit: readonly string[] | null,
): Viewer {
  const { id: workspace_id, role } = workspace
  const within = (ids: readonly string[]) => (limit ? ids.filter((id) => limit.includes(id)) : ids)
  const edited = given.filter((one) => one.role === 'editor')
  const isEditor = canEditWorkspace(role)
  return {
    workspace_id,
    user_id: person.id,
    email: person.email,
    readable: role === 'guest' ? within(given.map(({ app_id }) => app_id)) : limit,
    editable: isEditor ? limit : within(edited.map(({ app_id }) => app_id)),
    isAdmin: isAdmin(role) && limit === null,
  }
}

/** As if there were only this app. */
export function narrowed(viewer: Viewer, appId: string, role: 'editor' | 'viewer'): Viewer {
  return { ...viewer, readable: [appId], editable: role === 'editor' ? [appId] : [] }
}

/** The apps to ask a source about that needs this role; null = all, an empty list: there is nothing to see. */
export function appsFor(viewer: Viewer, need: 'viewer' | 'editor' | 'admin'): readonly string[] | null {
  if (need === 'admin' && !viewer.isAdmin) return []
  return need === 'editor' ? viewer.editable : viewer.readable
}
