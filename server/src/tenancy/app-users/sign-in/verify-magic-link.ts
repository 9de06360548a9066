import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { accountStore } from '../account-store.ts'
import { proofStore } from './proof-store.ts'
import { linkProof } from './proofs.ts'
import { signIn } from './sign-in.ts'

export async function verifyMagicLink(
  deps: TenancyDeps,
  visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.verify_magic_link>,
) {
  const { db, clock } = deps
  const { app_id } = params
  const proof = linkProof(body.link_token)
  const found = await proofStore(db).findLink(app_id, proof, clock.now())
  if (found?.purpose !== 'magic_link') throw refuse('invalid_magic_link')
  if (!found.is_let_in) throw refuse('app_closed')
  const { user_id, email, workspace_id } = found
  return signIn(deps, visitor, app_id, { id: user_id, email, workspace_id, whose: 'own' }, async (tx) => {
    const key = { app_id, user_id, purpose: 'magic_link' as const }
    if (!(await proofStore(tx).use(key, proof))) throw refuse('invalid_magic_link')
    await accountStore(tx).verifyByLink(app_id, user_id, clock.now())
  })
}
