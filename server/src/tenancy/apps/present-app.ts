import type { AppRole } from '../access/roles.ts'
import type { AppRow } from '../access/store.ts'

/** An app on the wire. */
export type AppView = Omit<AppRow, 'workspace_id' | 'allowed_origins' | 'allow_localhost'> & {
  organization_id: string
  user_role: AppRole
}

/** The specification's clients know a workspace as organization. */
export function presentApp(
  { workspace_id, allowed_origins, allow_localhost, ...app }: AppRow,
  user_role: AppRole,
): AppView {
  return { ...app, organization_id: workspace_id, user_role }
}
