import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import { makeId } from '../../platform/ids.ts'
import type { Person } from '../../ports/openid/port.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { verificationStore } from '../account/verification-store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { isExpired } from '../invitations/invitation-rules.ts'
import { invalidateMembers } from '../members/invalidate-members.ts'
import { domainOf } from './domains.ts'
import { personStore } from './person-store.ts'
import type { WorkspaceOpenIdRow } from './tables.ts'
import { workspaceOpenIdStore } from './workspace-store.ts'

export type NotAdmitted = 'domain_not_allowed' | 'linked_elsewhere' | 'not_a_member'

class Refused extends Error {
  readonly reason: NotAdmitted
  constructor(reason: NotAdmitted) {
    super(reason)
    this.reason = reason
  }
}

/**
 * The account of a person for whom the provider of a workspace vouches. It vouches only for emails of domains that the
 * workspace has proved, of the person as of the account; see decision 0041.
 */
export async function admitPerson(
  deps: TenancyDeps,
  visitor: Visitor,
  provider: WorkspaceOpenIdRow,
  person: Person,
): Promise<{ userId: string } | NotAdmitted> {
  try {
    const userId = await transaction(deps.db, (tx) => admit(deps, tx, visitor, provider, person))
    return { userId }
  } catch (error) {
    if (error instanceof Refused) return error.reason
    throw error
  }
}

async function admit(
  deps: TenancyDeps,
  tx: Db,
  visitor: Visitor,
  provider: WorkspaceOpenIdRow,
  person: Person,
): Promise<string> {
  const { workspace_id } = provider
  const { subject, email } = person
  const now = deps.clock.now()
  const domains = await workspaceOpenIdStore(tx).domains(workspace_id)
  const vouchesFor = (address: string) =>
    domains.some(({ domain, verified_date }) => verified_date !== null && domain === domainOf(address))
  if (!vouchesFor(email)) throw new Refused('domain_not_allowed')
  const store = personStore(tx)
  await store.lock(workspace_id, subject, email)

  const linked = await store.findBySubject(workspace_id, subject)
  const found = linked ? undefined : await store.findByEmail(email)
  // One that came with an archive may have an email of the domain; nobody is it.
  if (found?.is_service) throw new Refused('not_a_member')
  const known = linked ?? found
  if (known && !vouchesFor(known.email)) throw new Refused('domain_not_allowed')
  // Somebody else had this email at the provider before: who gets their account is decided by an admin.
  if (known && !linked && (await store.hasIdentity(workspace_id, known.id))) {
    throw new Refused('linked_elsewhere')
  }
  const account = known ?? { id: makeId('usr', now), email, full_name: person.name }
  // G839: whoever made it may be somebody else, who must not keep a way in.
  const was_taken_over = known !== undefined && (await verificationStore(tx).takeOver(known.id))
  const standing = await store.findStanding(workspace_id, account)
  const role = joinRole(provider, standing, now)
  if (!known) await store.insertAccount(account, now)
  if (role !== null) {
    await invalidateMembers(tx, workspace_id) // first: anyone who changes these members waits in line
    await store.join(workspace_id, account, role, now)
    await notify(tx, CREDENTIALS_CHANNEL, account.id)
    await deps.audit.record(
      tx,
      { ...visitor, user: account },
      {
        workspace_id,
        action: 'members.join_by_openid',
        target_type: 'member',
        target_id: account.id,
        detail: { email: account.email, role },
      },
    )
    await deps.events.announce(tx, 'member.joined', { workspace_id, user_id: account.id, role })
  }
  if (!linked) await store.link(workspace_id, subject, account.id, now)
  if (was_taken_over)
    await deps.audit.record(
      tx,
      { ...visitor, user: account },
      {
        workspace_id,
        action: 'account.verify',
        target_type: 'user',
        target_id: account.id,
        detail: { method: 'openid' },
      },
    )
  return account.id
}

type Standing = Awaited<ReturnType<ReturnType<typeof personStore>['findStanding']>>

/** With which role they join now; null when they are a member already. */
function joinRole({ joins_by_sign_in, join_role }: WorkspaceOpenIdRow, standing: Standing, now: Date) {
  if (standing?.status === 'joined') {
    if (standing.access_state === 'active') return null
    throw new Refused('not_a_member')
  }
  // An invitation is an admin's word, about the role too; more than an editor takes the way of its link.
  const invited = standing && !isExpired(standing, now) ? standing.role : null
  if (invited === 'editor' || invited === 'viewer' || invited === 'guest') return invited
  if (!joins_by_sign_in || invited !== null) throw new Refused('not_a_member')
  return join_role
}
