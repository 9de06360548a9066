import type { InputOf, operations } from '@atrium/contract'
import type { Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { domainOf } from './domains.ts'
import { workspaceOpenIdStore } from './workspace-store.ts'

/** By the domain alone, so that nothing is learned of people. */
export async function listSignInOptions(
  { db }: TenancyDeps,
  _visitor: Visitor,
  { body }: InputOf<typeof operations.session.sign_in_options>,
) {
  const found = await workspaceOpenIdStore(db).findByDomain(domainOf(body.email.toLowerCase()))
  if (!found) return { items: [] }
  const start_url = `/api/auth/openid/${encodeURIComponent(found.workspace_id)}/start`
  return { items: [{ name: found.name, start_url }] }
}
