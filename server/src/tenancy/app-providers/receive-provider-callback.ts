import type { InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { appRedirectUri, problemUrl } from '../openid/addresses.ts'
import { claimAttempt, identify } from '../openid/finish-attempt.ts'
import { providerOf } from '../openid/provider-of.ts'
import { leadOn } from '../openid/start-attempt.ts'
import { admitAppUser } from './admit-app-user.ts'
import { appProviderStore } from './provider-store.ts'

type Input = InputOf<typeof operations.app_auth.provider_callback>

/** Always leads on, to the app or to a page of ours: whatever came, a person sits in front of it. */
export async function receiveProviderCallback(
  deps: TenancyDeps,
  visitor: Visitor,
  input: Input,
  headers: AnswerHeaders,
) {
  return leadOn(headers, await goOn(deps, visitor, input, headers))
}

async function goOn(deps: TenancyDeps, visitor: Visitor, input: Input, headers: AnswerHeaders) {
  const baseUrl = deps.baseUrl()
  const { app_id, provider } = input.params
  const place = { workspace_id: null, app_id, provider }
  const attempt = await claimAttempt(deps, place, input, headers)
  const row = attempt && (await appProviderStore(deps.db).findEnabled(app_id, provider))
  if (!attempt || !row) return problemUrl(baseUrl, 'expired')
  const bring = (brought: Record<string, string>) =>
    addressWith(attempt.return_to, brought, attempt.client_state)
  const redirectUri = appRedirectUri(baseUrl, app_id, provider)
  const person = await identify(deps, providerOf(deps.secrets, row), redirectUri, input)
  if (typeof person === 'string') return bring({ error: person })
  const admitted = await admitAppUser(deps, visitor, { app_id, provider }, person)
  if (typeof admitted === 'string') return bring({ error: admitted })
  return bring({ access_token: admitted.access_token })
}

/**
 * Behind the # for those who sent a state: it reaches no server and no log. In the query for existing clients, which
 * look there.
 */
function addressWith(address: string, brought: Record<string, string>, state: string | null): string {
  const url = new URL(address)
  if (state === null) {
    for (const [name, value] of Object.entries(brought)) url.searchParams.set(name, value)
    return url.href
  }
  const before = url.hash === '' ? '' : `${url.hash.slice(1)}&`
  url.hash = `${before}${new URLSearchParams({ ...brought, state })}`
  return url.href
}
