/** What each role may do. The server decides; the console asks here to explain a refusal beforehand. */
import type { Workspace } from '@atrium/sdk'

export type Role = Workspace['user_role']

const EDITING: Record<Role, boolean> = { owner: true, admin: true, editor: true, viewer: false, guest: false }
const ADMINISTERING: Record<Role, boolean> = {
  owner: true,
  admin: true,
  editor: false,
  viewer: false,
  guest: false,
}

/** May create apps and change what all of the workspace shares. */
export const canEdit = (role: Role) => EDITING[role]

/** May read the audit log and see everyone's tokens. */
export const canAdminister = (role: Role) => ADMINISTERING[role]

/** May change this app: decided per app, since guests are given single apps. */
export const canEditApp = (app: { user_role?: 'editor' | 'viewer' }) => app.user_role === 'editor'

/** Personal folders belong to whoever made them; those of the workspace need an editor. */
export const canEditFolder = (folder: { scope: 'workspace' | 'personal' }, role: Role) =>
  folder.scope === 'personal' || canEdit(role)

/** The reason a button is off, or undefined when it is on. */
export const unlessAllowed = (allowed: boolean, reason: string) => (allowed ? undefined : reason)

export const NEEDS_EDITOR = 'Needs the editor role in this workspace.'
export const NEEDS_APP_EDITOR = 'You can view this app, not change it.'
