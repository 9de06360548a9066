import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../ground.ts'
import { countByEmail } from './count-by-email.ts'
import { mailProof } from './mail-proof.ts'

export async function requestPasswordReset(
  deps: TenancyDeps,
  _visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.reset_password_request>,
) {
  const email = body.email.toLowerCase()
  await countByEmail(deps, 'app_auth.reset_password_request', params.app_id, email)
  await deps.jobs.send(deps.db, mailProof, { app_id: params.app_id, email, purpose: 'reset' })
  return { success: true as const }
}
