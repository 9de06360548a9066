import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../access/caller.ts'
import type { Audit } from '../audit/record.ts'

/** A session reaches every workspace of its user, so that each of them has the entry. */
export async function recordSession(
  { audit }: { audit: Audit },
  tx: Db,
  caller: Caller,
  action: 'session.create' | 'session.delete',
  workspaces: readonly { id: string }[],
  detail: Record<string, unknown> = {},
): Promise<void> {
  const target = { target_type: 'session', target_id: caller.credential_id }
  const facts = workspaces.map(({ id }) => ({ workspace_id: id, action, ...target, detail }))
  await audit.recordAll(tx, caller, facts)
}
