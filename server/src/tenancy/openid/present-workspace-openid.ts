import { workspaceRedirectUri } from './addresses.ts'
import { recordName } from './domains.ts'
import type { SignInDomainRow, WorkspaceOpenIdRow } from './tables.ts'

export function presentWorkspaceOpenId(
  baseUrl: string,
  workspaceId: string,
  row: WorkspaceOpenIdRow | undefined,
  domains: readonly SignInDomainRow[],
) {
  return {
    redirect_uri: workspaceRedirectUri(baseUrl, workspaceId),
    provider: row ? presentProvider(row) : null,
    domains: domains.map(({ domain, proof, verified_date }) => ({
      domain,
      record_name: recordName(domain),
      record_value: proof,
      verified_date: verified_date?.toISOString() ?? null,
    })),
  }
}

function presentProvider(row: WorkspaceOpenIdRow) {
  const { name, issuer, client_id, client_secret, joins_by_sign_in, join_role, refuses_passwords } = row
  const has_secret = client_secret !== null
  return { name, issuer, client_id, has_secret, joins_by_sign_in, join_role, refuses_passwords }
}
