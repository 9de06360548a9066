/** What the pages of advertising read. All of it is of the area `ads`, so that one change refreshes what shows it. */
import type { AdCampaign } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client, queryClient } from './api.ts'
import { rangeQuery } from './pages/ads/report-range.ts'
import type { AdReportView, CampaignsView } from './paths.ts'
import { PAGE_SIZE } from './queries.ts'

const CAMPAIGN_CHOICES = 100

export type LaunchOutcome =
  | { state: 'open' | 'absent'; since: string }
  | { state: 'created'; since: string; campaign: AdCampaign }

export const adsQueries = {
  account: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'account'],
      queryFn: async ({ signal }) => (await client.ads.read_account({ app_id }, { signal })).account,
    }),

  billing: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'billing'],
      queryFn: ({ signal }) => client.ads.billing_status({ app_id }, { signal }),
    }),

  readiness: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'readiness'],
      queryFn: ({ signal }) => client.ads.launch_readiness({ app_id }, { signal }),
    }),

  /** What became of a launch whose answer was lost; the newest campaigns are where it would be. */
  launchOutcome: (app_id: string, name: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'outcome', name],
      queryFn: async ({ signal, queryKey }): Promise<LaunchOutcome> => {
        const { unsettled_launches } = await client.ads.launch_readiness({ app_id }, { signal })
        const open = unsettled_launches.find(({ campaign_name }) => campaign_name === name)
        if (open) return { state: 'open', since: open.created_date }
        // An older campaign of the same name is not this one.
        const { since = '' } = queryClient.getQueryData<LaunchOutcome>(queryKey) ?? {}
        const query = { include_metrics: false, limit: CAMPAIGN_CHOICES }
        const { items } = await client.campaigns.list({ app_id }, query, { signal })
        const isIt = (campaign: AdCampaign) =>
          campaign.campaign_name === name && campaign.created_date >= since
        const campaign = items.find(isIt)
        return campaign ? { state: 'created', since, campaign } : { state: 'absent', since }
      },
      staleTime: 0,
    }),

  dashboard: (app_id: string, view: AdReportView) =>
    queryOptions({
      queryKey: ['ads', app_id, 'dashboard', rangeQuery(view)],
      queryFn: ({ signal }) => client.ads.dashboard({ app_id }, rangeQuery(view), { signal }),
    }),

  campaigns: (app_id: string, { search, range, cursor }: CampaignsView) =>
    queryOptions({
      queryKey: ['ads', app_id, 'campaigns', { search, range, cursor }],
      queryFn: ({ signal }) =>
        client.campaigns.list(
          { app_id },
          { search, date_range: range, cursor, limit: PAGE_SIZE },
          { signal },
        ),
    }),

  /** The newest, to choose from. */
  campaignChoices: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'campaigns', 'choices'],
      queryFn: async ({ signal }) => {
        const query = { include_metrics: false, limit: CAMPAIGN_CHOICES }
        return (await client.campaigns.list({ app_id }, query, { signal })).items
      },
    }),

  campaign: (app_id: string, campaign_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'campaign', campaign_id],
      queryFn: ({ signal }) => client.campaigns.read({ app_id, campaign_id }, { signal }),
    }),

  metrics: (app_id: string, campaign_id: string, view: AdReportView) =>
    queryOptions({
      queryKey: ['ads', app_id, 'metrics', campaign_id, rangeQuery(view)],
      queryFn: ({ signal }) =>
        client.campaigns.metrics({ app_id }, { campaign_id, ...rangeQuery(view) }, { signal }),
    }),

  bounds: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'bounds'],
      queryFn: ({ signal }) => client.campaigns.budget_bounds({ app_id }, { signal }),
    }),

  /** Places by what was typed, in one country or in all. */
  places: (app_id: string, query: string, country_code: string) =>
    queryOptions({
      queryKey: ['places', app_id, query, country_code],
      queryFn: ({ signal }) =>
        client.ads.search_locations({ app_id }, { query, country_code, limit: 12 }, { signal }),
      staleTime: 5 * 60_000,
    }),

  /** Places by their ids, for campaigns that have them. */
  placesByName: (app_id: string, names: readonly string[]) =>
    queryOptions({
      queryKey: ['places', app_id, names],
      queryFn: async ({ signal }) =>
        names.length === 0
          ? []
          : client.ads.search_locations({ app_id }, { resource_names: names.join() }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  searchTerms: (app_id: string, view: AdReportView) =>
    queryOptions({
      queryKey: ['ads', app_id, 'search-terms', rangeQuery(view)],
      queryFn: ({ signal }) => client.ads.search_terms({ app_id }, rangeQuery(view), { signal }),
    }),

  library: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'assets', 'library'],
      queryFn: async ({ signal }) => (await client.assets.list({ app_id }, {}, { signal })).library ?? [],
    }),

  /** What a generation made; empty until it is done. */
  assetSession: (app_id: string, session_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'assets', 'session', session_id],
      queryFn: async ({ signal }) =>
        (await client.assets.list({ app_id }, { session_id }, { signal })).session ?? [],
    }),

  /** What a campaign has on the ad platform. `session_id` keeps the library out of the answer. */
  durable: (app_id: string, campaign_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'assets', 'durable', campaign_id],
      queryFn: async ({ signal }) =>
        (await client.assets.list({ app_id }, { campaign_id, session_id: '' }, { signal })).durable ?? [],
    }),

  actions: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'actions'],
      queryFn: ({ signal }) => client.conversions.list_actions({ app_id }, { signal }),
    }),

  mappings: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'mappings'],
      queryFn: ({ signal }) => client.conversions.list_mappings({ app_id }, { signal }),
    }),

  /** Looks at the code at most once for each of its revisions; the server remembers. */
  scan: (app_id: string) =>
    queryOptions({
      queryKey: ['ads', app_id, 'scan'],
      queryFn: ({ signal }) => client.ads.scan_tracking({ app_id }, { signal }),
    }),
}
