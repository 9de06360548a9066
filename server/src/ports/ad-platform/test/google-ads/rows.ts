/** What the stand-in has to tell about an account, by the resource that is asked. */
import { imageUrl, ofCollection, type Resources } from './account.ts'
import type { StandInRow } from './queries.ts'

export interface StandInCustomer {
  id: string
  descriptiveName: string
  currencyCode: string
  timeZone: string
  status: string
}

export interface StandInAccount {
  customer: StandInCustomer
  resources: Resources
  /** Rows of `campaign` by day: segments and metrics with the campaign's id. */
  figures: StandInRow[]
  /** Rows of the two views of search terms, by the view's name in camel case. */
  terms: StandInRow[]
  arePublished: boolean
}

export function rowsOf(account: StandInAccount, resource: string, isByDay: boolean): StandInRow[] {
  const { resources, customer } = account
  const all = (collection: string) => ofCollection(resources, collection)
  const campaignOf = (name: string) => presentCampaign(resources.get(name) ?? {})
  const assetOf = (name: string) => presentAsset(resources.get(name) ?? {})
  switch (resource) {
    case 'customer':
      return [{ customer: { ...customer, conversionTrackingSetting: trackingOf(account) } }]
    case 'campaign':
      if (isByDay) return account.figures
      return all('campaigns').map((campaign) => ({
        campaign: presentCampaign(campaign),
        campaignBudget: resources.get(campaign.campaignBudget),
        customer,
      }))
    case 'campaign_criterion':
      return all('campaignCriteria').map((criterion) => ({
        campaignCriterion: { ...criterion, type: criterionType(criterion) },
        campaign: campaignOf(criterion.campaign),
      }))
    case 'campaign_asset':
      return all('campaignAssets').map((link) => ({
        campaignAsset: link,
        asset: assetOf(link.asset),
        campaign: campaignOf(link.campaign),
      }))
    case 'asset_group':
      return all('assetGroups').map((group) => ({ assetGroup: group, campaign: campaignOf(group.campaign) }))
    case 'asset_group_asset':
      return all('assetGroupAssets').map((link) => ({
        assetGroupAsset: link,
        asset: assetOf(link.asset),
        campaign: campaignOf(resources.get(link.assetGroup)?.campaign),
      }))
    case 'asset_group_signal':
      return all('assetGroupSignals').map((signal) => ({
        assetGroupSignal: signal,
        campaign: campaignOf(resources.get(signal.assetGroup)?.campaign),
      }))
    case 'conversion_action':
      return all('conversionActions').map((action) => ({
        conversionAction: {
          ...action,
          tagSnippets: account.arePublished ? snippets(account, action) : undefined,
        },
      }))
    default:
      return account.terms.filter((row) => camel(resource) in row)
  }
}

/** As reported while nobody has looked at its ads. */
function presentCampaign(campaign: StandInRow): StandInRow {
  const reported: Record<string, [string, string[]]> = {
    REMOVED: ['REMOVED', ['CAMPAIGN_REMOVED']],
    PAUSED: ['PAUSED', ['CAMPAIGN_PAUSED']],
    ENABLED: ['PENDING', ['MOST_ASSET_GROUPS_UNDER_REVIEW']],
  }
  const [primaryStatus, primaryStatusReasons] = reported[campaign.status] ?? ['UNKNOWN', []]
  return { primaryStatus, primaryStatusReasons, ...campaign }
}

function presentAsset(asset: StandInRow): StandInRow {
  const fullSize = asset.imageAsset ? { imageAsset: { fullSize: { url: imageUrl(asset) } } } : {}
  return { ...asset, ...fullSize, policySummary: { reviewStatus: 'REVIEW_IN_PROGRESS' } }
}

function criterionType({ location, language }: StandInRow): string {
  return location ? 'LOCATION' : language ? 'LANGUAGE' : 'KEYWORD_THEME'
}

function trackingOf({ customer, arePublished }: StandInAccount): object | undefined {
  // Whole numbers that are nothing travel as 0.
  return arePublished
    ? { conversionTrackingId: customer.id, crossAccountConversionTrackingId: '0' }
    : { conversionTrackingId: '0' }
}

function snippets({ customer }: StandInAccount, action: StandInRow): object[] {
  const event = `gtag('event', 'conversion', {\n  'send_to': 'AW-${customer.id}/label-${action.id}',\n  'value': 1.0,\n});`
  return [
    { type: 'WEBPAGE', pageFormat: 'AMP', eventSnippet: '<amp-analytics>' },
    {
      type: 'WEBPAGE',
      pageFormat: 'HTML',
      globalSiteTag: '<script>',
      eventSnippet: `<script>\n${event}\n</script>`,
    },
  ]
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
