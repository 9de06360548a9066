import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { domainStore } from './domain-store.ts'
import { presentDomain } from './present-domain.ts'

export async function listSiteDomains(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.domains.list>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  return { items: (await domainStore(db).list(app.id)).map(presentDomain) }
}
