import type { InputOf, operations } from '@atrium/contract'
import { MAX_SITE_DOMAINS } from '@atrium/contract/hosting'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { labelsFor, randomText } from '../site-address.ts'
import { siteStore } from '../site-store.ts'
import { normalDomain } from './domain-rules.ts'
import { domainStore } from './domain-store.ts'
import { presentDomain } from './present-domain.ts'

export async function addSiteDomain(
  { db, clock, access, audit, siteAddresses }: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.domains.add>,
) {
  const domain = normalDomain(body.domain)
  if (domain === null) throw notADomain('Send the name of a domain, such as www.example.com')
  if (siteAddresses.isOwnDomain(domain))
    throw notADomain('This server itself goes by this name; send another')
  const app = await access.app(caller, params.app_id, 'editor')
  return transaction(db, async (tx) => {
    const now = clock.now()
    // Domains of one site are added one after the other, so that their number holds.
    if (!(await siteStore(tx).ensure(app.id, labelsFor(app.id), now))) throw refuse('app_not_found')
    const store = domainStore(tx)
    const known = await store.list(app.id)
    const same = known.find((row) => row.domain === domain)
    if (same) return presentDomain(same)
    if (await store.isTaken(app.id, domain)) throw refuse('domain_taken')
    if (known.length >= MAX_SITE_DOMAINS) throw refuse('domain_limit_reached')
    const row = {
      id: makeId('dom', now),
      app_id: app.id,
      domain,
      proof: `atrium-domain=${randomText(24)}`,
      created_date: now,
      verified_date: null,
    }
    await store.insert(row)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'domains.add',
      target_type: 'site_domain',
      target_id: row.id,
      app_id: app.id,
      detail: { domain },
    })
    return presentDomain(row)
  })
}

function notADomain(sentence: string) {
  return invalid(['body', 'domain'], 'domain', sentence)
}
