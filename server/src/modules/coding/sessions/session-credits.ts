import type { CreditUse } from '../../../tenancy/index.ts'
import type { SessionRow } from '../tables.ts'

/** Longer than a session may run and wait for one answer. */
const HOLD_MS = 4 * 86_400_000

/** A pass costs credits under the id of its session: one is under way at a time (G566). */
export function creditUseOf(
  { id, app_id, user_id, paid_by_id }: Pick<SessionRow, 'id' | 'app_id' | 'user_id' | 'paid_by_id'>,
  workspace_id: string,
): CreditUse {
  return { key: id, workspace_id, user_id: paid_by_id ?? user_id, app_id, kind: 'coding_session' }
}

export const holdUntil = (now: Date) => new Date(now.getTime() + HOLD_MS)
