/** What each role may do. The server decides; the console asks here to explain a refusal beforehand. */
import type { Workspace } from '@atrium/sdk'
import { words } from './words.ts'

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

/** May read the audit log, see everyone's tokens and credits, and decide who belongs to the workspace. */
export const canAdminister = (role: Role) => ADMINISTERING[role]

/** The one who pays: may hand the workspace over, and cannot leave it before. */
export const ownsWorkspace = (role: Role) => role === 'owner'

/** May change this app: decided per app, since guests are given single apps. */
export const canEditApp = (app: { user_role?: 'editor' | 'viewer' }) => app.user_role === 'editor'

/** Personal folders belong to the person who made them; those of the workspace need an editor. */
export const canEditFolder = (folder: { scope: 'workspace' | 'personal' }, role: Role) =>
  folder.scope === 'personal' || canEdit(role)

/** Admins and credit limits belong to the larger plans. */
export const hasBusinessPlan = ({ subscription_tier }: Pick<Workspace, 'subscription_tier'>) =>
  subscription_tier === 'business' || subscription_tier === 'enterprise'

/** Why this member can neither get another role nor be removed; undefined when they can. */
export function whyProtected(member: { user_id: string; role: Role }, me: { id: string }) {
  if (member.user_id === me.id) return words.youCannotChangeYourself
  return unlessAllowed(!ownsWorkspace(member.role), words.theOwnerStaysThe)
}

/** The reason a button is off, or undefined when it is on. */
export const unlessAllowed = (allowed: boolean, reason: string) => (allowed ? undefined : reason)

export const NEEDS_EDITOR = words.needsTheEditorRole
export const NEEDS_APP_EDITOR = words.youCanViewThis
export const NEEDS_AGENT_EDITOR = words.youCanTalkTo
export const NEEDS_BUSINESS = words.needsThePlanBusiness
