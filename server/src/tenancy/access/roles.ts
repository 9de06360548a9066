export type WorkspaceRole = 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'
export type AppRole = 'editor' | 'viewer'

/** What someone may do with an app: their role in its workspace, raised by a collaborator entry. */
export function appRole(member: WorkspaceRole, collaborator: AppRole | null): AppRole | null {
  if (canEditWorkspace(member) || collaborator === 'editor') return 'editor'
  return member === 'viewer' ? 'viewer' : collaborator
}

export function canEditWorkspace(role: WorkspaceRole): boolean {
  return role === 'owner' || role === 'admin' || role === 'editor'
}

export function isAdmin(role: WorkspaceRole): boolean {
  return role === 'owner' || role === 'admin'
}
