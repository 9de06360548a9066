import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { presentAppMe } from './present-app-me.ts'
import { signedInUser } from './sign-in/signed-in-user.ts'

export async function readAppMe(
  deps: TenancyDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.users.me>,
) {
  const app = await deps.access.visit(caller, params.app_id)
  return presentAppMe(deps, deps.db, app.id, signedInUser(app))
}
