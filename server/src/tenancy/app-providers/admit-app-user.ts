import { transaction } from '../../platform/database/transaction.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import { makeId } from '../../platform/ids.ts'
import type { Person } from '../../ports/openid/port.ts'
import { accountStore } from '../app-users/account-store.ts'
import { signIn } from '../app-users/sign-in/sign-in.ts'
import { appUserStore } from '../app-users/store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { appProviderStore } from './provider-store.ts'

export type NotAdmitted = 'app_closed' | 'linked_elsewhere'

/**
 * Signs the own user of an app in for whom a provider of the app vouches. Never a member of the workspace as themselves:
 * the editors of an app choose its providers, and must not become other members by one.
 */
export async function admitAppUser(
  deps: TenancyDeps,
  visitor: Visitor,
  place: { app_id: string; provider: string },
  person: Person,
): Promise<{ access_token: string } | NotAdmitted> {
  const { app_id } = place
  const identity = { ...place, subject: person.subject }
  const found = await transaction(deps.db, async (tx) => {
    const linkedId = await appProviderStore(tx).findUser(identity)
    const linked = linkedId === null ? undefined : await appUserStore(tx).find(app_id, linkedId)
    const email = linked?.email ?? person.email
    const accounts = accountStore(tx)
    await accounts.lockEmail(app_id, email)
    const entry = await accounts.entry(app_id, email)
    if (!entry?.is_let_in) return 'app_closed' as const
    if (linked) return { entry, id: linked.id, email }
    const store = appProviderStore(tx)
    if (entry.user_id !== null && (await store.hasIdentity(app_id, place.provider, entry.user_id))) {
      return 'linked_elsewhere' as const
    }
    const now = deps.clock.now()
    const user = { app_id, id: makeId('acc', now), email, full_name: person.name }
    const id = entry.user_id ?? (await accounts.insertProved({ ...user, now }))
    // Of an account that nobody proved, the password is of somebody else until they have proved it.
    if (entry.user_id !== null && !entry.is_verified) await accounts.verifyByLink(app_id, id, now)
    await store.link(identity, id, now)
    return { entry, id, email }
  })
  if (typeof found === 'string') return found
  const { entry, id, email } = found
  try {
    const who = { id, email, workspace_id: entry.workspace_id, whose: 'own' as const }
    return await signIn(deps, visitor, app_id, who)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'app_not_found') return 'app_closed'
    throw error
  }
}
