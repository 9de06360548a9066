import type { InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import { verifyPasskey } from '../account/verify-passkey.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { openSession } from './open-session.ts'

export async function createPasskeySession(
  deps: TenancyDeps,
  visitor: Visitor,
  { body }: InputOf<typeof operations.session.passkey>,
  headers: AnswerHeaders,
) {
  const { user_id, use } = await verifyPasskey(deps, visitor, body.passkey, { alone: true })
  return openSession(deps, visitor, user_id, { method: 'passkey' }, headers, use)
}
