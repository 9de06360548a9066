import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { lastExpired } from './invitation-rules.ts'
import { invitationStore } from './store.ts'

const AT_ONCE = 500

/** A link ends by itself after 60 days; this makes the list say so. Invitations out of an archive count too. */
export const expireInvitations = job('tenancy.expire_invitations', {
  payload: Type.Object({}),
  retry: [60],
  async run(deps: TenancyDeps, _payload, { signal }) {
    for (;;) {
      signal.throwIfAborted()
      const workspaceId = await invitationStore(deps.db).findExpiring(lastExpired(deps.clock.now()))
      if (workspaceId === undefined) return
      await expireSome(deps, workspaceId)
    }
  },
})

async function expireSome({ db, clock, audit, events }: TenancyDeps, workspace_id: string): Promise<void> {
  await transaction(db, async (tx) => {
    await invalidateMembers(tx, workspace_id) // first: anyone who changes these members waits in line
    const expired = await invitationStore(tx).expire(workspace_id, lastExpired(clock.now()), AT_ONCE)
    await audit.recordAll(
      tx,
      null,
      expired.map((email) => ({
        workspace_id,
        action: 'invitations.expire',
        target_type: 'invitation',
        target_id: email,
        detail: { email },
      })),
    )
    for (const email of expired) await events.announce(tx, 'invitation.expired', { workspace_id, email })
  })
}
