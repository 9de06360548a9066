/** What all changes to members have in common: rows are held, judged, changed and published in one transaction. */
import { type ErrorCode, errors } from '@atrium/contract'
import type { Db } from '../../platform/database/db.ts'
import { notify } from '../../platform/database/listen.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { CREDENTIALS_CHANNEL } from '../access/authenticate.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { isAdmin } from '../access/roles.ts'
import type { Workspace } from '../access/store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invalidateMembers } from './invalidate-members.ts'
import { type ChangedMember, memberChangesStore } from './member-changes-store.ts'

export interface Held {
  /** Anyone who has joined with this email. */
  find(email: string): ChangedMember | undefined
  callerId: string
}

/** Holds these members and runs the work on them; the lists and credentials of all nodes are renewed with it. */
export async function changeMembers<T>(
  { db, authenticator }: TenancyDeps,
  caller: Caller,
  workspace: Workspace,
  emails: readonly string[],
  work: (tx: Db, held: Held) => Promise<T>,
): Promise<T> {
  const callerId = userOf(caller).id
  const result = await transaction(db, async (tx) => {
    // First, so that changes of one workspace wait in line here and not for each other's rows.
    await invalidateMembers(tx, workspace.id)
    const rows = await memberChangesStore(tx).lock(workspace.id, emails, callerId)
    // Another admin may have been faster, and the caller is none any more.
    const own = rows.find(({ user_id }) => user_id === callerId)
    if (own?.access_state !== 'active') throw refuse('workspace_not_found')
    if (!isAdmin(own.role)) throw refuse('admin_required')
    const byEmail = new Map(rows.map((row) => [row.email, row]))
    const done = await work(tx, { find: (email) => byEmail.get(email), callerId })
    await notify(tx, CREDENTIALS_CHANNEL, workspace.id)
    return done
  })
  authenticator.invalidate()
  return result
}

/** Refuses all when one is refused, and says of each why. */
export function refuseTogether<Item extends { email: string }>(
  items: readonly Item[],
  judge: (item: Item) => ErrorCode | null,
): void {
  const seen = new Set<string>()
  const refused = items.flatMap((item) => {
    const code = seen.has(item.email) ? 'duplicate_email' : judge(item)
    seen.add(item.email)
    return code ? [itemRefusal(item.email, code)] : []
  })
  if (refused.length > 0) throw refuse('bulk_refused', { extra: { errors: refused } })
}

export function itemRefusal(email: string, code: ErrorCode, message: string = errors[code].message) {
  return { email, message, error_code: code }
}

export function presentChanged(member: ChangedMember, defaultLimit: number | null) {
  return {
    ...member,
    credit_limit: member.credit_limit ?? defaultLimit,
    is_default_limit: member.credit_limit === null,
  }
}

/** In the order in which they were asked for. */
export function inOrder(
  members: readonly ChangedMember[],
  items: readonly { email: string }[],
): ChangedMember[] {
  const byEmail = new Map(members.map((member) => [member.email, member]))
  return items.flatMap(({ email }) => byEmail.get(email) ?? [])
}
