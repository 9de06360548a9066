import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'

export async function readStandIns(
  { access, standIns }: TenancyDeps,
  caller: Caller,
  { query }: InputOf<typeof operations.workspaces.stand_ins>,
) {
  await access.workspace(caller, query.workspaceId, 'member')
  return standIns
}
