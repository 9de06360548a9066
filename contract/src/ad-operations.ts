import { acceptAsset, generateAssets, listAssets } from './ad-assets.ts'
import { readDashboard, readSearchTerms } from './ad-reports.ts'
import { suggestSearchThemes } from './ad-suggestions.ts'
import { searchLocations } from './ads.ts'
import { acceptAdTerms, launch, readAdAccount, readAdBilling, readLaunchReadiness } from './ads-accounts.ts'
import {
  createCampaign,
  deleteCampaign,
  listCampaigns,
  pauseCampaign,
  pauseCampaigns,
  readBudgetBounds,
  readCampaign,
  readCampaignMetrics,
  resumeCampaign,
  syncCampaigns,
  updateCampaign,
} from './campaigns.ts'
import {
  buildBootstrapPrompt,
  createMapping,
  deleteMapping,
  listConversionActions,
  listMappings,
  scanTracking,
  updateMapping,
} from './conversions.ts'

/** Advertising, as part of the table of all operations. */
export const adOperations = {
  ads: {
    read_account: readAdAccount,
    accept_terms: acceptAdTerms,
    billing_status: readAdBilling,
    launch_readiness: readLaunchReadiness,
    launch,
    search_locations: searchLocations,
    suggest_search_themes: suggestSearchThemes,
    search_terms: readSearchTerms,
    dashboard: readDashboard,
    scan_tracking: scanTracking,
    build_bootstrap_prompt: buildBootstrapPrompt,
  },
  campaigns: {
    create: createCampaign,
    list: listCampaigns,
    read: readCampaign,
    update: updateCampaign,
    pause: pauseCampaign,
    resume: resumeCampaign,
    delete: deleteCampaign,
    pause_all: pauseCampaigns,
    sync: syncCampaigns,
    metrics: readCampaignMetrics,
    budget_bounds: readBudgetBounds,
  },
  assets: { list: listAssets, generate: generateAssets, accept: acceptAsset },
  conversions: {
    list_actions: listConversionActions,
    list_mappings: listMappings,
    create_mapping: createMapping,
    update_mapping: updateMapping,
    delete_mapping: deleteMapping,
  },
} as const
