import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { ownPage, workspaceRedirectUri } from './addresses.ts'
import { providerOf } from './provider-of.ts'
import { startAttempt } from './start-attempt.ts'
import { workspaceOpenIdStore } from './workspace-store.ts'

export async function startOpenidSession(
  deps: TenancyDeps,
  _visitor: Visitor,
  { params, query }: InputOf<typeof operations.session.openid_start>,
  headers: AnswerHeaders,
) {
  const { db, secrets } = deps
  const { workspace_id } = params
  const store = workspaceOpenIdStore(db)
  const row = await store.find(workspace_id)
  const isProved = (await store.domains(workspace_id)).some(({ verified_date }) => verified_date !== null)
  // Without a proved domain it can sign nobody in, and nobody learns that the workspace exists.
  if (!row || !isProved) throw refuse('provider_not_found')
  const place = { workspace_id, app_id: null, provider: null }
  return startAttempt(
    deps,
    providerOf(secrets, row),
    workspaceRedirectUri(deps.baseUrl(), workspace_id),
    { ...place, return_to: ownPage(deps.baseUrl(), query.next), client_state: null },
    headers,
  )
}
