import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { invitedUserOf } from '../invitation-token.ts'
import { proofStore } from '../sign-in/proof-store.ts'
import { linkProof } from '../sign-in/proofs.ts'
import { pageStore } from './page-store.ts'

/** A stranger sees of an app that is not public what they see of one that does not exist. // G648 */
export async function previewPage(
  deps: TenancyDeps,
  _visitor: Visitor,
  { params, body }: InputOf<typeof operations.app_auth.preview_page>,
) {
  const { app_id } = params
  const app = await pageStore(deps.db).app(app_id)
  const link = body.link_token === undefined ? null : await linkOf(deps, app_id, body.link_token)
  if (!app || (!app.is_public && !link)) return { app: null, may_sign_up: false, link: null }
  const { name, logo_url, is_public } = app
  return { app: { name, logo_url }, may_sign_up: is_public || link?.purpose === 'invitation', link }
}

async function linkOf({ db, clock, secrets }: TenancyDeps, appId: string, token: string) {
  const found = await proofStore(db).findLink(appId, linkProof(token), clock.now())
  if (found) return { purpose: found.purpose, email: found.email }
  const invited = invitedUserOf(secrets, appId, token)
  const email = invited === null ? null : await pageStore(db).invitedEmail(appId, invited)
  return email === null ? null : { purpose: 'invitation' as const, email }
}
