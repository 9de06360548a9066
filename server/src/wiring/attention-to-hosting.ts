import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { type UnverifiedDomain, unverifiedDomains } from '../modules/hosting/index.ts'
import type { Db } from '../platform/database/db.ts'

export const hostingTroubles = (db: Db): TroubleSource => ({
  kinds: ['domain_unverified'],
  need: 'viewer',
  list: async (scope) => (await unverifiedDomains(db, scope)).map(troubleOf),
})

function troubleOf(row: UnverifiedDomain): Trouble {
  const { id, domain, since } = row
  return {
    kind: 'domain_unverified',
    severity: 'info',
    app: row,
    subject: { type: 'domain', id, name: domain },
    detail: 'The domain is not verified yet; the site does not answer there.',
    since,
    key: id,
  }
}
