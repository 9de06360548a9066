import type { DomainProofs } from '../../ports/domain-proofs/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { Sites } from './serve/sites.ts'
import type { SiteAddresses } from './site-address.ts'
import type { SiteSource } from './site-source.ts'

/** What sites need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  sites: Sites
  siteAddresses: SiteAddresses
  siteSource: SiteSource
  domainProofs: DomainProofs
}
