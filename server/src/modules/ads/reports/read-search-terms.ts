import type { InputOf, operations } from '@atrium/contract'
import { CAMPAIGN_TYPES } from '@atrium/contract/ad-campaign'
import { MAX_SEARCH_TERMS } from '@atrium/contract/ad-reports'
import type { CampaignType, TermFigures } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { accountOf } from '../accounts/account-store.ts'
import { isReachable } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { mergeTerms } from './merge-terms.ts'
import { reportDays, requireDates } from './report-days.ts'
import { campaignNames } from './report-store.ts'

/** More than is shown: terms that differ only in case become one. */
const TERMS_READ = MAX_SEARCH_TERMS * 5

/** A type that cannot be read is left out: half a report is better than none. */
export async function readSearchTerms(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.ads.search_terms>,
) {
  const { db, access, clock, adPlatform } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  requireDates(query)
  const account = await accountOf(db, app.id)
  if (!account || account.platform_customer_id === null) return []
  const days = reportDays(query, clock.now(), account.timezone)
  if (!days) return []

  const range = { from: days.first, to: days.last, limit: TERMS_READ }
  const read = (type: CampaignType) =>
    orNothing(deps, { app_id: app.id, type }, async () => {
      if (!isReachable(account, adPlatform)) return `the account is one of ${account.platform}`
      const answer = await adPlatform.searchTerms(account.platform_customer_id, type, range)
      return answer.outcome === 'done' ? answer.value : answer.message
    })
  const terms = mergeTerms((await Promise.all(CAMPAIGN_TYPES.map(read))).flat()).slice(0, MAX_SEARCH_TERMS)
  const names = await campaignNames(
    db,
    account.id,
    terms.map(({ campaign_id }) => campaign_id),
  )
  return terms.map(({ campaign_id, ...row }) => ({
    ...row,
    campaign: names.get(campaign_id)?.campaign_name ?? campaign_id,
  }))
}

/** The work answers rows, or why there are none. */
async function orNothing(
  { log, reportMissingTerms }: Deps,
  read: { app_id: string; type: CampaignType },
  work: () => Promise<readonly TermFigures[] | string>,
): Promise<readonly TermFigures[]> {
  const found = await work().catch((error: Error) => error)
  if (typeof found !== 'string' && !(found instanceof Error)) return found
  const reason = typeof found === 'string' ? { reason: found } : { err: found }
  log.warn({ ...read, ...reason }, 'tolerated: search terms could not be read')
  reportMissingTerms(read.type)
  return []
}
