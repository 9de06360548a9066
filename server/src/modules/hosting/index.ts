/** The published front ends of apps: revisions, previews, domains, and how they are served. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { deleteAppData } from './delete-app-data.ts'
import type { Deps } from './deps.ts'
import { addSiteDomain } from './domains/add-site-domain.ts'
import { listSiteDomains } from './domains/list-site-domains.ts'
import { removeSiteDomain } from './domains/remove-site-domain.ts'
import { verifySiteDomain } from './domains/verify-site-domain.ts'
import { purgeSiteFiles } from './purge-site-files.ts'
import { activateSiteRevision } from './revisions/activate-site-revision.ts'
import { listSiteRevisions } from './revisions/list-site-revisions.ts'
import { publishSite } from './revisions/publish-site.ts'
import { readSite } from './revisions/read-site.ts'
import { unpublishSite } from './revisions/unpublish-site.ts'

export { importSite } from './import-site.ts'
export { type MadePreview, type PreviewRequest, previewSite } from './revisions/preview-site.ts'
export { createSites, type Sites } from './serve/sites.ts'
export { createSiteAddresses, type SiteAddresses } from './site-address.ts'
export type { SiteSource } from './site-source.ts'
export { siteStore } from './site-store.ts'
export { type UnverifiedDomain, unverifiedDomains } from './trouble-store.ts'

export const hosting = module<Deps>('hosting', {
  handlers: [
    handle(operations.site.read, readSite),
    handle(operations.site.publish, publishSite),
    handle(operations.site.list_revisions, listSiteRevisions),
    handle(operations.site.activate, activateSiteRevision),
    handle(operations.site.unpublish, unpublishSite),
    handle(operations.domains.list, listSiteDomains),
    handle(operations.domains.add, addSiteDomain),
    handle(operations.domains.verify, verifySiteDomain),
    handle(operations.domains.remove, removeSiteDomain),
  ],
  schedules: [every('53 * * * *', purgeSiteFiles)],
  listeners: [deleteAppData],
})
