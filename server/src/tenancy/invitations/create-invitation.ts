import type { InputOf, operations } from '@atrium/contract'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { invite } from './invite.ts'

export async function createInvitation(
  deps: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.invitations.create>,
) {
  const workspace = await administeredWorkspace(deps.access, caller, query.workspaceId)
  return invite(deps, caller, workspace, body, 'invitations.create')
}
