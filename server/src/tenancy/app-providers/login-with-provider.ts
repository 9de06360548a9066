import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { type AppAddresses, allowedAddress } from '../app-users/pages/allowed-origins.ts'
import { hostedUrl } from '../app-users/pages/hosted-pages.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { appRedirectUri } from '../openid/addresses.ts'
import { providerOf } from '../openid/provider-of.ts'
import { startAttempt } from '../openid/start-attempt.ts'
import { appProviderStore } from './provider-store.ts'

export async function loginWithProvider(
  deps: TenancyDeps,
  _visitor: Visitor,
  { params, query }: InputOf<typeof operations.app_auth.provider_login>,
  headers: AnswerHeaders,
) {
  return leadToProvider(deps, { ...params, ...query }, headers)
}

export interface Wanted {
  app_id: string
  provider: string
  from_url?: string
  state?: string
}

export async function leadToProvider(
  deps: TenancyDeps,
  { app_id, provider, from_url, state = undefined }: Wanted,
  headers: AnswerHeaders,
) {
  const { db, secrets } = deps
  const baseUrl = deps.baseUrl()
  const row = await appProviderStore(db).findEnabled(app_id, provider)
  if (!row) throw refuse('provider_not_found')
  const return_to = addressOf(baseUrl, app_id, row, from_url)
  if (return_to === null) throw refuse('address_not_allowed')
  return startAttempt(
    deps,
    providerOf(secrets, row),
    appRedirectUri(baseUrl, app_id, provider),
    { workspace_id: null, app_id, provider, return_to, client_state: state ?? null },
    headers,
  )
}

/** An address of the app, or the pages that we serve for it; those unless another is named. */
function addressOf(baseUrl: string, appId: string, app: AppAddresses, fromUrl: string | undefined) {
  const hosted = hostedUrl(baseUrl, appId)
  if (fromUrl === undefined) return app.published_url ?? hosted
  const allowed = allowedAddress(app, fromUrl)
  if (allowed !== null) return allowed
  const url = URL.parse(fromUrl)
  const isHosted = url !== null && `${url.href}/`.startsWith(`${hosted}/`)
  return isHosted || url?.href.startsWith(`${hosted}?`) ? (url?.href ?? null) : null
}
