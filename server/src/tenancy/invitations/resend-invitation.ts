import type { InputOf, operations } from '@atrium/contract'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { resend } from './resend.ts'

export async function resendInvitation(
  deps: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.invitations.resend>,
) {
  const workspace = await administeredWorkspace(deps.access, caller, query.workspaceId)
  return resend(deps, caller, workspace, body.email, 'invitations.resend')
}
