import type { Metrics } from '../../../platform/metrics.ts'

/** Counts what a report had to do without. */
export function createMissingTerms(metrics: Metrics): (campaignType: string) => void {
  const missing = metrics.counter(
    'atrium_ad_search_terms_missing_total',
    'Search terms of a campaign type that could not be read and were left out of a report',
    ['campaign_type'],
  )
  return (campaign_type) => missing({ campaign_type })
}
