import type { Db } from '../../platform/database/db.ts'
import type { Actor } from '../audit/record.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { sendMail } from '../mail/send-mail.ts'
import { sessionStore } from '../session/store.ts'
import { changeMail } from './account-mail.ts'

/** A change of an account: an entry in every workspace of the person, and where it is said in words, a mail to them. */
export async function recordChange(
  deps: Pick<TenancyDeps, 'clock' | 'secrets' | 'jobs' | 'mail' | 'baseUrl' | 'audit'>,
  tx: Db,
  actor: Actor,
  user: { id: string; email: string },
  change: { action: string; detail?: Record<string, unknown>; mailed?: string },
): Promise<void> {
  const { action, detail = {}, mailed } = change
  const { workspaces } = await sessionStore(tx).getMe(user.id, null)
  const target = { target_type: 'user', target_id: user.id }
  const facts = workspaces.map(({ id }) => ({ workspace_id: id, action, ...target, detail }))
  await deps.audit.recordAll(tx, actor, facts)
  if (mailed === undefined) return
  const mail = changeMail(mailed, deps.clock.now(), deps.baseUrl())
  await sendMail(deps, tx, { workspace_id: null, to: user.email, ...mail })
}
