import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { normalDomain, recordName } from './domains.ts'
import { presentWorkspaceOpenId } from './present-workspace-openid.ts'
import { workspaceOpenIdStore } from './workspace-store.ts'

/** The DNS decides whose a domain is: a workspace whose record is gone loses it to the one whose record is there. */
export async function verifySignInDomain(
  { db, clock, access, audit, domainProofs, baseUrl }: TenancyDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.workspace_openid.verify_domain>,
) {
  const { id } = await administeredWorkspace(access, caller, query.workspaceId)
  const domain = normalDomain(params.domain)
  const mine = (await workspaceOpenIdStore(db).domains(id)).find((row) => row.domain === domain)
  if (!mine) throw refuse('sign_in_domain_not_found')
  const texts = (await domainProofs.texts(recordName(mine.domain))).map((text) => text.trim())
  const isThere = texts.includes(mine.proof)

  const outcome = await transaction(db, async (tx) => {
    const store = workspaceOpenIdStore(tx)
    const holder = await store.lockProved(mine.domain)
    const isOthers = holder !== undefined && holder.workspace_id !== id
    if (isOthers && isThere && texts.includes(holder.proof)) throw refuse('sign_in_domain_taken')
    // One that is not there any more proves nothing any more.
    const verified_date = isThere ? ((isOthers ? null : holder?.verified_date) ?? clock.now()) : null
    if (isThere && isOthers) await store.setProved(holder.workspace_id, mine.domain, null)
    if (!(await store.setProved(id, mine.domain, verified_date))) throw refuse('sign_in_domain_not_found')
    const hasChanged = isThere === (mine.verified_date === null)
    if (hasChanged) {
      await audit.record(tx, caller, {
        workspace_id: id,
        action: 'workspace_openid.verify_domain',
        target_type: 'sign_in_domain',
        target_id: mine.domain,
        detail: { is_proved: isThere },
      })
    }
    return isThere
      ? presentWorkspaceOpenId(baseUrl(), id, await store.find(id), await store.domains(id))
      : null
  })
  if (!outcome) throw refuse('sign_in_domain_not_proved')
  return outcome
}
