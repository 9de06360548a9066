import type { AppRole } from '../access/roles.ts'
import type { AppRow } from '../access/store.ts'

/** An app on the wire: the specification's clients know its workspace as organization. */
export function presentApp({ workspace_id, ...app }: AppRow, user_role: AppRole) {
  return { ...app, organization_id: workspace_id, user_role }
}
