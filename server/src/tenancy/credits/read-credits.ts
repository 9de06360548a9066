import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { type Caller, userOf } from '../access/caller.ts'
import { isAdmin } from '../access/roles.ts'
import type { BaseDeps } from '../base-deps.ts'
import { monthOf } from './month.ts'
import { creditStore } from './store.ts'

export async function readCredits(
  { db, access, clock }: BaseDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.credits.read>,
) {
  const workspace = await access.workspace(caller, query.workspaceId, 'member')
  const month = monthOf(clock.now())
  const store = creditStore(db)
  const limits = await store.limits(workspace.id, userOf(caller).id)
  if (!limits) throw refuse('workspace_not_found')
  const used = await store.used(workspace.id, userOf(caller).id, month)
  return {
    month: month.slice(0, 7),
    credits_used: used.credits_used,
    ...limits,
    workspace_credits_used: isAdmin(workspace.role) ? used.workspace_credits_used : null,
  }
}
