import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../../platform/http/visitor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { leadOn } from '../../openid/start-attempt.ts'
import { appsAtAddress } from './apps-at-address.ts'

/** Ends nothing: a link of any page could, and a session of Atrium is not the app's to end. */
export async function openAppAfterLogout(
  deps: TenancyDeps,
  _visitor: Visitor,
  { query }: InputOf<typeof operations.app_auth.client_logout>,
  headers: AnswerHeaders,
) {
  const [app] = await appsAtAddress(deps, query)
  if (!app) throw refuse('address_not_allowed')
  return leadOn(headers, app.address)
}
