import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { presentAppMe } from './present-app-me.ts'
import { requireRoom, withoutOwn } from './sent-fields.ts'
import { signedInUser } from './sign-in/signed-in-user.ts'
import { appUserStore } from './store.ts'

export async function updateAppMe(
  deps: TenancyDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.users.update_me>,
) {
  const { db, clock, access, userFields } = deps
  const app = await access.visit(caller, params.app_id)
  const user = signedInUser(app)
  const data = await userFields.writable(app.id, user, withoutOwn(body), ['body'])
  requireRoom(user.data, data, ['body'])
  const { full_name } = body
  const change = { app_id: app.id, user_id: user.id, data, now: clock.now() }
  const store = appUserStore(db)
  const named = { ...change, ...(full_name !== undefined && { full_name: full_name.trim() }) }
  const isDone = await (app.user_role === 'visitor' ? store.change(named) : store.changeMember(named))
  if (!isDone) throw refuse('app_not_found') // removed a moment ago
  access.invalidate(user.id)
  const merged = Object.fromEntries(
    Object.entries({ ...user.data, ...data }).filter(([, value]) => value !== null),
  )
  return presentAppMe(deps, db, app.id, { ...user, data: merged })
}
