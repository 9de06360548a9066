import type { InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { factorStore } from '../account/factor-store.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { openSession } from '../session/open-session.ts'
import { problemUrl, workspaceRedirectUri } from './addresses.ts'
import { admitPerson } from './admit-person.ts'
import { claimAttempt, identify } from './finish-attempt.ts'
import { providerOf } from './provider-of.ts'
import { makeTicket } from './sign-in-ticket.ts'
import { leadOn } from './start-attempt.ts'
import { workspaceOpenIdStore } from './workspace-store.ts'

type Input = InputOf<typeof operations.session.openid_callback>

/** Always leads on to a page of ours: whatever came, a person sits in front of it. */
export async function receiveOpenidCallback(
  deps: TenancyDeps,
  visitor: Visitor,
  input: Input,
  headers: AnswerHeaders,
) {
  return leadOn(headers, await goOn(deps, visitor, input, headers))
}

async function goOn(deps: TenancyDeps, visitor: Visitor, input: Input, headers: AnswerHeaders) {
  const baseUrl = deps.baseUrl()
  const { workspace_id } = input.params
  const place = { workspace_id, app_id: null, provider: null }
  const attempt = await claimAttempt(deps, place, input, headers)
  const row = attempt && (await workspaceOpenIdStore(deps.db).find(workspace_id))
  if (!attempt || !row) return problemUrl(baseUrl, 'expired')
  const redirectUri = workspaceRedirectUri(baseUrl, workspace_id)
  const person = await identify(deps, providerOf(deps.secrets, row), redirectUri, input)
  if (typeof person === 'string') return problemUrl(baseUrl, person)
  const admitted = await admitPerson(deps, visitor, row, person)
  if (typeof admitted === 'string') {
    deps.failedSignIns.byProvider(visitor, workspace_id, person.email, admitted)
    return problemUrl(baseUrl, admitted)
  }
  deps.authenticator.invalidate()
  const { userId } = admitted
  const { sealed_secret, passkeys } = await factorStore(deps.db).find(userId)
  // A provider never stands for the second factor of an account: the person chose to be asked for it.
  if (sealed_secret !== null || passkeys > 0) {
    const ticket = makeTicket(deps.secrets, userId, deps.clock.now())
    return `${baseUrl}/sign-in?to=${encodeURIComponent(attempt.return_to)}#ticket=${ticket}`
  }
  await openSession(deps, visitor, userId, { method: 'openid' }, headers)
  return `${baseUrl}${attempt.return_to}`
}
