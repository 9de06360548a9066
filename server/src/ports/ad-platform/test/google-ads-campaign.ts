/** A campaign on the stand-in of Google Ads, and how tests look at it and break what is between. */
import { ACCOUNT, CAMPAIGN, value } from '../conformance.ts'
import type { NewCampaign } from '../port.ts'
import { openGoogleAds } from './google-ads-platform.ts'
import type { GoogleFault } from './google-ads-server.ts'

export const BAKERY: NewCampaign = {
  ...CAMPAIGN,
  campaign_type: 'PERFORMANCE_MAX',
  geo_targets: ['geoTargetConstants/2840'],
}

export async function openGoogleAccount() {
  const opened = await openGoogleAds()
  const customer = value(await opened.platform.createAccount(ACCOUNT)).customer_id
  return { ...opened, customer }
}

export async function openGoogleCampaign() {
  const opened = await openGoogleAccount()
  const { platform, server, customer } = opened
  const campaignId = value(await platform.createCampaign(customer, BAKERY)).campaign_id
  server.calls.length = 0
  return {
    ...opened,
    campaignId,
    pause: () => platform.setCampaignStatus(customer, campaignId, 'PAUSED'),
    enable: () => platform.setCampaignStatus(customer, campaignId, 'ENABLED'),
    statusThere: () =>
      server.accounts.get(customer)?.resources.get(`customers/${customer}/campaigns/${campaignId}`)?.status,
    failWith: (on: string, how: GoogleFault['how'], isApplied = false) =>
      server.faults.push({ on, how, isApplied }),
    /** Another node, which does not wait long for this. */
    impatient: (limit: 'tokenMs' | 'readMs' | 'changeMs') =>
      openGoogleAds({
        baseUrl: server.baseUrl,
        tokenUrl: server.tokenUrl,
        timeouts: { [limit]: 1_500 },
      }),
  }
}
