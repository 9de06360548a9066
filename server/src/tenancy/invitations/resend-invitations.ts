import type { InputOf, operations } from '@atrium/contract'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { eachOnItsOwn } from './each-on-its-own.ts'
import { resend } from './resend.ts'

export async function resendInvitations(
  deps: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.invitations.bulk_resend>,
) {
  const workspace = await administeredWorkspace(deps.access, caller, query.workspaceId)
  const items = body.emails.map((email) => ({ email }))
  const { done: resent, failed } = await eachOnItsOwn(items, ({ email }) =>
    resend(deps, caller, workspace, email, 'invitations.bulk_resend'),
  )
  return { resent, failed }
}
