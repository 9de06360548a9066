import { refuse } from '../../platform/errors.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { serviceAccountStore } from './store.ts'

/** A service account of the workspace that the caller administers. */
export async function accessServiceAccount(
  { db, access }: Pick<BaseDeps, 'db' | 'access'>,
  caller: Caller,
  { params, query }: NamedAccount,
) {
  const workspace = await administeredWorkspace(access, caller, query.workspaceId)
  const account = await serviceAccountStore(db).find(workspace.id, params.service_account_id)
  if (!account) throw refuse('service_account_not_found')
  return { workspace, account }
}

/** How the operations name the account. */
interface NamedAccount {
  params: { service_account_id: string }
  query: { workspaceId?: string }
}
