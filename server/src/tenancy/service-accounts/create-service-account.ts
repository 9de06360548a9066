import type { InputOf, operations } from '@atrium/contract'
import { MAX_SERVICE_ACCOUNTS } from '@atrium/contract/service-accounts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import { type Caller, userOf } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requirePlanForRoles } from '../members/update-roles.ts'
import { presentServiceAccount } from './present-service-account.ts'
import { type ServiceAccountRow, serviceAccountStore } from './store.ts'

export async function createServiceAccount(
  { db, clock, access, audit }: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.service_accounts.create>,
) {
  const workspace = await administeredWorkspace(access, caller, query.workspaceId)
  requirePlanForRoles([body], workspace)
  const app_ids = body.app_ids ? await access.apps(caller, workspace, body.app_ids) : null
  const now = clock.now()
  const user_id = makeId('svc', now)
  const account: ServiceAccountRow = {
    user_id,
    workspace_id: workspace.id,
    name: body.name.trim(),
    description: body.description ?? '',
    email: emailOf(body.name, user_id),
    role: body.role,
    app_ids,
    created_by: userOf(caller).id,
    last_seen: null,
    created_date: now,
    updated_date: now,
  }
  await transaction(db, async (tx) => {
    const store = serviceAccountStore(tx)
    if ((await store.countAndHold(workspace.id)) >= MAX_SERVICE_ACCOUNTS)
      throw refuse('service_account_limit_reached')
    await store.insert(account)
    const { name, role, email } = account
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'service_accounts.create',
      target_type: 'service_account',
      target_id: user_id,
      detail: { name, email, role, app_ids },
    })
  })
  return presentServiceAccount(account)
}

/** Under a domain that exists nowhere, so that it can never be somebody's. It stays when the account is renamed. */
function emailOf(name: string, id: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${words.slice(0, 40) || 'service'}-${id.slice(-10)}@service.invalid`
}
