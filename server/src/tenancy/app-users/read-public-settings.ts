import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../ground.ts'
import { appUserStore } from './store.ts'

/** An app's front end asks this before anybody is signed in. */
export async function readPublicSettings(
  { db }: TenancyDeps,
  _visitor: Visitor,
  { params }: InputOf<typeof operations.apps.public_settings>,
) {
  const settings = await appUserStore(db).publicSettings(params.app_id)
  if (!settings) throw refuse('app_not_found')
  return settings
}
