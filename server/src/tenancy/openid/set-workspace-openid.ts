import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { makeSecret } from '../../platform/secrets.ts'
import { administeredWorkspace } from '../access/administered-workspace.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { newProof, normalDomain } from './domains.ts'
import { presentWorkspaceOpenId } from './present-workspace-openid.ts'
import { requireIssuer } from './provider-fields.ts'
import { isSameClient, nextClientSecret } from './sealed-client-secret.ts'
import { workspaceOpenIdStore } from './workspace-store.ts'

export async function setWorkspaceOpenid(
  { db, clock, access, audit, secrets, openId, baseUrl }: TenancyDeps,
  caller: Caller,
  { query, body }: InputOf<typeof operations.workspace_openid.set>,
) {
  const { id } = await administeredWorkspace(access, caller, query.workspaceId)
  const issuer = requireIssuer(body.issuer)
  const domains = [...new Set(body.domains.map(requireDomain))]
  const { client_id, joins_by_sign_in, join_role, refuses_passwords } = body
  // One that stays is not asked again, so that domains can be changed while it does not answer.
  if ((await workspaceOpenIdStore(db).find(id))?.issuer !== issuer) {
    const provider = { protocol: 'openid' as const, issuer, clientId: client_id, clientSecret: null }
    const checked = await openId.check(provider)
    if (checked.kind === 'failed') throw refuse('provider_unusable', { message: checked.message })
  }

  return transaction(db, async (tx) => {
    const store = workspaceOpenIdStore(tx)
    const before = await store.lock(id)
    const now = clock.now()
    const client_secret = nextClientSecret(secrets, id, before, { ...body, issuer })
    const row = {
      ...{ workspace_id: id, name: body.name.trim(), issuer, client_id, client_secret },
      ...{ joins_by_sign_in, join_role, refuses_passwords },
      ...{ created_date: before?.created_date ?? now, updated_date: now },
    }
    await store.put(row)
    if (before && !isSameClient(before, row)) await store.dropIdentities(id)
    await store.putDomains(
      id,
      domains.map((domain) => ({ domain, proof: newProof(makeSecret('sid')) })),
    )
    await audit.record(tx, caller, {
      workspace_id: id,
      action: 'workspace_openid.set',
      target_type: 'workspace_openid',
      target_id: id,
      detail: {
        ...{ issuer, client_id, has_secret: client_secret !== null, domains },
        ...{ joins_by_sign_in, join_role, refuses_passwords },
      },
    })
    return presentWorkspaceOpenId(baseUrl(), id, row, await store.domains(id))
  })
}

function requireDomain(text: string, index: number): string {
  const domain = normalDomain(text)
  if (domain !== null) return domain
  throw invalid(['body', 'domains', index], 'value_error', 'Use a domain such as example.com')
}
