/** Advertising of apps. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { acceptAdTerms } from './accounts/accept-ad-terms.ts'
import { readAdAccount } from './accounts/read-ad-account.ts'
import { readAdBilling } from './accounts/read-ad-billing.ts'
import { adArchive, type PlatformArchive } from './archive/archive.ts'
import { acceptAsset } from './assets/accept-asset.ts'
import { createAssets } from './assets/create-assets.ts'
import { generateAssets } from './assets/generate-assets.ts'
import { listAssets } from './assets/list-assets.ts'
import { purgeSessions } from './assets/purge-sessions.ts'
import { recordUsedAssets } from './assets/record-used-assets.ts'
import { createCampaign } from './campaigns/create-campaign.ts'
import { deleteCampaign } from './campaigns/delete-campaign.ts'
import { listCampaigns } from './campaigns/list-campaigns.ts'
import { pauseCampaign } from './campaigns/pause-campaign.ts'
import { pauseCampaigns } from './campaigns/pause-campaigns.ts'
import { readBudgetBounds } from './campaigns/read-budget-bounds.ts'
import { readCampaign } from './campaigns/read-campaign.ts'
import { readCampaignMetrics } from './campaigns/read-campaign-metrics.ts'
import { reconcileCampaign } from './campaigns/reconcile-campaign.ts'
import { resumeCampaign } from './campaigns/resume-campaign.ts'
import { stopCampaigns } from './campaigns/stop-campaigns.ts'
import { sweepCampaigns } from './campaigns/sweep-campaigns.ts'
import { syncCampaigns } from './campaigns/sync-campaigns.ts'
import { updateCampaign } from './campaigns/update-campaign.ts'
import { createMapping } from './conversions/create-mapping.ts'
import { deleteMapping } from './conversions/delete-mapping.ts'
import { listConversionActions } from './conversions/list-conversion-actions.ts'
import { listMappings } from './conversions/list-mappings.ts'
import { purgeCounts } from './conversions/purge-counts.ts'
import { updateMapping } from './conversions/update-mapping.ts'
import type { Deps } from './deps.ts'
import { enableWaitingCampaigns } from './launch/enable-waiting.ts'
import { launch } from './launch/launch.ts'
import { purgeLaunches } from './launch/purge-launches.ts'
import { readLaunchReadiness } from './launch/read-launch-readiness.ts'
import { reconcileLaunch } from './launch/reconcile-launch.ts'
import { sweepLaunches } from './launch/sweep-launches.ts'
import { readDashboard } from './reports/read-dashboard.ts'
import { readSearchTerms } from './reports/read-search-terms.ts'
import { searchLocations } from './search-locations.ts'
import { suggestSearchThemes } from './suggestions/suggest-search-themes.ts'
import { buildBootstrapPrompt } from './tracking/build-bootstrap-prompt.ts'
import { deleteAppData } from './tracking/delete-app-data.ts'
import { rescanTracking, scanChangedSource } from './tracking/rescan-tracking.ts'
import { scanTracking } from './tracking/scan-tracking.ts'

export { trackingSince } from './accounts/account-store.ts'
export type { PlatformArchive } from './archive/archive.ts'
export { findCampaigns } from './campaigns/named-campaigns-store.ts'
export { type ConversionCounts, createConversionCounts } from './conversions/count-conversions.ts'
export type { AppFiles } from './deps.ts'
export { isInEu } from './eu-reach.ts'
export { createLocations, type Locations } from './locations/locations.ts'
export { platformLocations } from './locations/platform-locations.ts'
export { readSpend } from './reports/read-spend.ts'
export {
  type LimitedCampaign,
  limitedCampaigns,
  type TroubledAccount,
  troubledAccounts,
} from './trouble-store.ts'

export const ads = module<Deps, { adSandbox: PlatformArchive }>('ads', {
  handlers: [
    handle(operations.ads.read_account, readAdAccount),
    handle(operations.ads.accept_terms, acceptAdTerms),
    handle(operations.ads.billing_status, readAdBilling),
    handle(operations.ads.launch_readiness, readLaunchReadiness),
    handle(operations.ads.launch, launch),
    handle(operations.ads.search_locations, searchLocations),
    handle(operations.ads.suggest_search_themes, suggestSearchThemes),
    handle(operations.campaigns.create, createCampaign),
    handle(operations.campaigns.list, listCampaigns),
    handle(operations.campaigns.read, readCampaign),
    handle(operations.campaigns.update, updateCampaign),
    handle(operations.campaigns.pause, pauseCampaign),
    handle(operations.campaigns.resume, resumeCampaign),
    handle(operations.campaigns.delete, deleteCampaign),
    handle(operations.campaigns.pause_all, pauseCampaigns),
    handle(operations.campaigns.sync, syncCampaigns),
    handle(operations.campaigns.metrics, readCampaignMetrics),
    handle(operations.campaigns.budget_bounds, readBudgetBounds),
    handle(operations.assets.list, listAssets),
    handle(operations.assets.generate, generateAssets),
    handle(operations.assets.accept, acceptAsset),
    handle(operations.ads.search_terms, readSearchTerms),
    handle(operations.ads.dashboard, readDashboard),
    handle(operations.conversions.list_actions, listConversionActions),
    handle(operations.conversions.list_mappings, listMappings),
    handle(operations.conversions.create_mapping, createMapping),
    handle(operations.conversions.update_mapping, updateMapping),
    handle(operations.conversions.delete_mapping, deleteMapping),
    handle(operations.ads.scan_tracking, scanTracking),
    handle(operations.ads.build_bootstrap_prompt, buildBootstrapPrompt),
  ],
  jobs: [
    reconcileLaunch,
    enableWaitingCampaigns,
    createAssets,
    recordUsedAssets,
    reconcileCampaign,
    rescanTracking,
  ],
  schedules: [
    every('* * * * *', sweepLaunches),
    every('57 3 * * *', purgeLaunches),
    every('23 * * * *', purgeSessions),
    every('* * * * *', sweepCampaigns),
    every('41 3 * * *', purgeCounts),
  ],
  listeners: [scanChangedSource, deleteAppData, stopCampaigns],
  archiveWith: adArchive,
})
