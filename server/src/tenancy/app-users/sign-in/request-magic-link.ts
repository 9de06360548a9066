import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { countTries } from '../../count-tries.ts'
import { mailProof } from './mail-proof.ts'

export async function requestMagicLink(
  deps: TenancyDeps,
  visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.request_magic_link>,
) {
  const { app_id } = params
  const email = body.email.toLowerCase()
  await countTries(deps, 'app_auth.request_magic_link', visitor, email, app_id)
  // Whether the app knows from_url is looked at later too: an answer would tell that there is such an app. // G647
  const asked = { ...body, app_id, email, purpose: 'magic_link' }
  await deps.jobs.send(deps.db, mailProof, asked)
  return { success: true as const }
}
