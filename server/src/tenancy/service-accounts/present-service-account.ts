import type { ServiceAccountRow } from './store.ts'

/** On the wire its id is the id of its user, which the audit log and its apps name. */
export function presentServiceAccount({ user_id, workspace_id: _, ...account }: ServiceAccountRow) {
  return { id: user_id, ...account }
}
