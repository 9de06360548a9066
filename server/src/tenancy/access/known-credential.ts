import type { CredentialKind } from '@atrium/contract'
import type { WorkspaceRole } from './roles.ts'

export interface Membership {
  workspace_id: string
  role: WorkspaceRole
  rate_limits: Record<string, number>
}

/** A credential with all that is needed to admit a request with it. */
export interface KnownCredential {
  id: string
  kind: CredentialKind
  permission: 'read_only' | 'full_access'
  user: { id: string; email: string; full_name: string } | null
  workspace_id: string | null
  app_ids: readonly string[] | null
  expires_at: Date | null
  last_used_at: Date | null
  memberships: readonly Membership[]
}
