import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../ground.ts'
import { countByEmail } from './count-by-email.ts'
import { mailProof } from './mail-proof.ts'

export async function resendOtp(
  deps: TenancyDeps,
  _visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.resend_otp>,
) {
  const email = body.email.toLowerCase()
  await countByEmail(deps, 'app_auth.resend_otp', params.app_id, email)
  await deps.jobs.send(deps.db, mailProof, { app_id: params.app_id, email, purpose: 'verify' })
  return { success: true as const }
}
