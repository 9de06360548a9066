import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../../platform/http/visitor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { leadOn } from '../../openid/start-attempt.ts'
import { appsAtAddress } from './apps-at-address.ts'
import { hostedUrl } from './hosted-pages.ts'

/** Two apps can give the same address; then neither may ask for passwords in the name of the other. */
export async function openLoginPage(
  deps: TenancyDeps,
  _visitor: Visitor,
  { query }: InputOf<typeof operations.app_auth.client_login_page>,
  headers: AnswerHeaders,
) {
  const [app, second] = await appsAtAddress(deps, query)
  if (!app || second) throw refuse('address_not_allowed')
  const { app_id, address } = app
  return leadOn(headers, `${hostedUrl(deps.baseUrl(), app_id)}?${new URLSearchParams({ from_url: address })}`)
}
