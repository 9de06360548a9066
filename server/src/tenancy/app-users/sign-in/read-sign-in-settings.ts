import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../access/caller.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { hostedUrl } from '../pages/hosted-pages.ts'
import { signInSettingsStore } from './sign-in-settings-store.ts'

export async function readSignInSettings(
  { db, access, baseUrl }: TenancyDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.sign_in_settings.read>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const settings = await signInSettingsStore(db).find(app.id)
  if (!settings) throw refuse('app_not_found')
  return { ...settings, hosted_url: hostedUrl(baseUrl(), app.id) }
}
