import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { Workspace } from '../access/store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { requirePlan } from '../plans.ts'
import { lastExpired } from './invitation-rules.ts'
import { sendInvitation } from './send-invitation.ts'
import { invitationStore } from './store.ts'

type Given = InputOf<typeof operations.invitations.create>['body']

/** One person, in a transaction of their own. */
export async function invite(
  deps: TenancyDeps,
  caller: Caller,
  workspace: Workspace,
  { email: given, role }: Given,
  action: string,
) {
  if (role === 'admin') requirePlan(workspace, 'business')
  const email = given.toLowerCase()
  return transaction(deps.db, async (tx) => {
    await invalidateMembers(tx, workspace.id) // first: anyone who changes these members waits in line
    const store = invitationStore(tx)
    const now = deps.clock.now()
    if (await store.hasJoined(workspace.id, email)) throw refuse('already_member')
    const row = { workspace_id: workspace.id, email, role, created_date: now }
    const invitation = await store.insert(row, lastExpired(now))
    if (!invitation) throw refuse('already_invited')
    const neverResent = { resends: 0, resends_from: null }
    return sendInvitation(deps, tx, caller, workspace, invitation, neverResent, action)
  })
}
