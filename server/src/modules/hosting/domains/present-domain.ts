import { DOMAIN_FILE_PATH } from '@atrium/contract/hosting'
import type { DomainRow } from '../tables.ts'
import { recordName } from './domain-rules.ts'

export function presentDomain({ id, domain, proof, created_date, verified_date }: DomainRow) {
  return {
    id,
    domain,
    status: verified_date === null ? ('pending' as const) : ('verified' as const),
    verification: {
      dns: { type: 'TXT' as const, name: recordName(domain), value: proof },
      file: { path: DOMAIN_FILE_PATH, content: proof },
    },
    created_date,
    verified_date,
  }
}
