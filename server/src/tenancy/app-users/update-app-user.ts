import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { presentAppUser } from './present-app-user.ts'
import { requireRoom, withoutOwn } from './sent-fields.ts'
import { appUserStore } from './store.ts'

export async function updateAppUser(
  { db, clock, access, audit, userFields }: TenancyDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.app_users.update>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const place = ['body', 'data']
  const data = await userFields.fitting(app.id, withoutOwn(body.data ?? {}), place)
  const changed = await transaction(db, async (tx) => {
    const store = appUserStore(tx)
    const before = await store.find(app.id, params.user_id)
    requireRoom(before?.data ?? {}, data, place)
    const change = { app_id: app.id, user_id: params.user_id, data, now: clock.now() }
    const sent = { ...change, ...(body.role !== undefined && { role: body.role }) }
    const isDone = await (before ? store.change(sent) : store.changeMember(sent))
    const after = isDone && (await store.find(app.id, params.user_id))
    if (!after) throw refuse('app_user_not_found')
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'app_users.update',
      target_type: 'app_user',
      target_id: after.id,
      app_id: app.id,
      detail: {
        email: after.email,
        ...(body.role !== undefined && { role: body.role }),
        fields: Object.keys(data),
      },
    })
    return after
  })
  access.invalidate(changed.id)
  return presentAppUser(changed)
}
