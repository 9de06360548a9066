import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { countTries } from '../../count-tries.ts'
import { mailProof } from './mail-proof.ts'

export async function requestPasswordReset(
  deps: TenancyDeps,
  visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.reset_password_request>,
) {
  const email = body.email.toLowerCase()
  await countTries(deps, 'app_auth.reset_password_request', visitor, email, params.app_id)
  const hosted = body.hosted ?? false
  await deps.jobs.send(deps.db, mailProof, { app_id: params.app_id, email, purpose: 'reset', hosted })
  return { success: true as const }
}
