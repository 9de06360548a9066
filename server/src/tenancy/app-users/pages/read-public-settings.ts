import type { InputOf, operations } from '@atrium/contract'
import { ApiError, refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { Caller } from '../../access/caller.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { appUserStore } from '../store.ts'

/** An app's front end asks this first: it shows the app, its sign-in, or that it is closed to this person. */
export async function readPublicSettings(
  { db, access }: TenancyDeps,
  visitor: Visitor | Caller,
  { params }: InputOf<typeof operations.apps.public_settings>,
) {
  const settings = await appUserStore(db).publicSettings(params.app_id)
  if (!settings) throw refuse('app_not_found')
  if (settings.public_settings === 'public_without_login') return settings
  if (!('kind' in visitor)) throw closed('auth_required')
  await access.visit(visitor, settings.id).catch((refusal) => {
    throw refusal instanceof ApiError && refusal.code === 'app_not_found'
      ? closed('user_not_registered')
      : refusal
  })
  return settings
}

function closed(reason: 'auth_required' | 'user_not_registered'): ApiError {
  return refuse(reason, { extra: { extra_data: { reason } } })
}
