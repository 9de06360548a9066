import type { CreditUse } from '../../../tenancy/index.ts'
import type { SessionRow } from '../tables.ts'

/** A pass of a session costs credits under the id of the session: there is one pass at a time. */
export function creditUseOf(
  { id, app_id, user_id }: Pick<SessionRow, 'id' | 'app_id' | 'user_id'>,
  workspace_id: string,
): CreditUse {
  return { key: id, workspace_id, user_id, app_id, kind: 'coding_session' }
}
