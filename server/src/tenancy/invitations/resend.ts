import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { Workspace } from '../access/store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { requirePlan } from '../plans.ts'
import { countResend } from './invitation-rules.ts'
import { sendInvitation } from './send-invitation.ts'
import { type InvitationRow, invitationStore } from './store.ts'

/** One invitation, in a transaction of its own. */
export async function resend(
  deps: TenancyDeps,
  caller: Caller,
  workspace: Workspace,
  given: string,
  action: string,
) {
  const email = given.toLowerCase()
  return transaction(deps.db, async (tx) => {
    await invalidateMembers(tx, workspace.id) // first: anyone who changes these members waits in line
    const store = invitationStore(tx)
    const found = await store.lock(workspace.id, email)
    if (!found) throw refuse('invitation_not_found')
    const { resends, resends_from, role } = found
    if (role === 'admin') requirePlan(workspace, 'business')
    const now = deps.clock.now()
    const counted = countResend({ resends, resends_from }, now)
    if ('wait_seconds' in counted) {
      throw refuse('resend_limit_reached', { headers: { 'Retry-After': String(counted.wait_seconds) } })
    }
    await store.reopen(workspace.id, email, now)
    const invitation: InvitationRow = { email, role, status: 'pending', created_date: now }
    return sendInvitation(deps, tx, caller, workspace, invitation, counted, action)
  })
}
