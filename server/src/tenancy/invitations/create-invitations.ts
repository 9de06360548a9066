import type { InputOf, operations } from '@atrium/contract'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { eachOnItsOwn } from './each-on-its-own.ts'
import { invite } from './invite.ts'

export async function createInvitations(
  deps: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.invitations.bulk>,
) {
  const workspace = await administeredWorkspace(deps.access, caller, query.workspaceId)
  const { done: invited, failed } = await eachOnItsOwn(body.items, (item) =>
    invite(deps, caller, workspace, item, 'invitations.bulk'),
  )
  return { invited, failed }
}
