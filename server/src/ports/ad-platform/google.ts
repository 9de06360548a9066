/**
 * Google Ads, over its REST API, in accounts of its own under the operator's manager account. docs/ads.md#google-ads
 * says what differs from the sandbox.
 */
import { budgetBounds } from './budget-bounds.ts'
import { googleAccounts } from './google-accounts.ts'
import { addAssets, listAssets } from './google-assets.ts'
import {
  createCampaign,
  findCampaign,
  type GoogleParts,
  readCampaigns,
  removeCampaign,
  setCampaignStatus,
} from './google-campaigns.ts'
import { accountTag, ensureGoals, listGoals } from './google-goals.ts'
import { type GoogleImagesOptions, googleImages } from './google-images.ts'
import { googlePlaces } from './google-places.ts'
import { performance, searchTerms } from './google-reports.ts'
import { type GoogleRestOptions, googleRest } from './google-rest.ts'
import { updateCampaign } from './google-update.ts'
import type { AdPlatform } from './port.ts'

export interface GoogleAdsOptions extends GoogleRestOptions, GoogleImagesOptions {
  /** Which zone an account in UTC gets. */
  utcZone: string
}

export function googleAdPlatform(options: GoogleAdsOptions): AdPlatform {
  const { managerId, utcZone, clock } = options
  const rest = googleRest(options)
  const accounts = googleAccounts({ rest, managerId, utcZone })
  const parts: GoogleParts = { rest, accounts, images: googleImages(options), clock }
  return {
    kind: 'google',
    creatable_types: ['PERFORMANCE_MAX'],
    budgetBounds,
    places: googlePlaces({ rest, managerId, clock }),

    createAccount: accounts.create,
    createCampaign: (...asked) => createCampaign(parts, ...asked),
    setCampaignStatus: (...asked) => setCampaignStatus(parts, ...asked),
    updateCampaign: (...asked) => updateCampaign(parts, ...asked),
    removeCampaign: (...asked) => removeCampaign(parts, ...asked),
    addAssets: (...asked) => addAssets(parts, ...asked),
    ensureGoals: (...asked) => ensureGoals(parts, ...asked),

    findAccount: accounts.find,
    readAccount: accounts.read,
    findCampaign: (...asked) => findCampaign(parts, ...asked),
    readCampaigns: (...asked) => readCampaigns(parts, ...asked),
    performance: (...asked) => performance(parts, ...asked),
    searchTerms: (...asked) => searchTerms(parts, ...asked),
    listGoals: (...asked) => listGoals(parts, ...asked),
    accountTag: (...asked) => accountTag(parts, ...asked),
    listAssets: (...asked) => listAssets(parts, ...asked),
  }
}
