import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { addApp } from './add-app.ts'
import { requirePublishedUrl } from './require-published-url.ts'

export async function createApp(
  deps: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.apps.create>,
) {
  const {
    name,
    kind = 'app',
    user_description,
    logo_url,
    published_url,
    public_settings,
    hide_authorship,
  } = body
  requirePublishedUrl(deps, published_url)
  const given = { user_description, logo_url, published_url, public_settings, hide_authorship }
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return addApp(deps, caller, query.workspaceId, { name, kind, ...fields }, 'apps.create')
}
