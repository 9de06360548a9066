import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../access/caller.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { isExactOrigin, isLocal } from '../pages/allowed-origins.ts'
import { hostedUrl } from '../pages/hosted-pages.ts'
import { type SignInSettings, signInSettingsStore } from './sign-in-settings-store.ts'

const FIELDS = ['allowed_origins', 'allow_localhost', 'use_hosted_pages'] as const
const FORM =
  'Use the form https://shop.example.com or http://localhost:5173: no path, and no port where it is the usual one'

export async function updateSignInSettings(
  { db, access, audit, baseUrl }: TenancyDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.sign_in_settings.update>,
) {
  const { allowed_origins } = body
  const odd = allowed_origins?.findIndex((origin) => !isExactOrigin(origin)) ?? -1
  if (odd >= 0) throw invalid(['body', 'allowed_origins', odd], 'origin', FORM)
  const app = await access.app(caller, params.app_id, 'editor')
  const sent = { ...body, ...(allowed_origins && { allowed_origins: [...new Set(allowed_origins)] }) }
  const settings = await transaction(db, async (tx) => {
    const store = signInSettingsStore(tx)
    const before = await store.lock(app.id)
    if (!before) throw refuse('app_not_found')
    const after: SignInSettings = { ...before, ...sent }
    // G643
    if (!after.allow_localhost && after.allowed_origins.some(isLocal)) throw refuse('localhost_not_allowed')
    const changed = FIELDS.filter((field) => String(after[field]) !== String(before[field]))
    if (changed.length === 0) return before
    await store.put(app.id, after)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'sign_in_settings.update',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: Object.fromEntries(changed.map((field) => [field, after[field]])),
    })
    return after
  })
  access.invalidate(app.id)
  return { ...settings, hosted_url: hostedUrl(baseUrl(), app.id) }
}
