import {
  type LimitedCampaign,
  limitedCampaigns,
  type TroubledAccount,
  troubledAccounts,
} from '../modules/ads/index.ts'
import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import type { Db } from '../platform/database/db.ts'

export const adTroubles = (db: Db): TroubleSource[] => [
  {
    kinds: ['campaign_limited'],
    need: 'editor',
    list: async (scope) => (await limitedCampaigns(db, scope)).map(campaignOf),
  },
  {
    kinds: ['ad_account_held', 'terms_unaccepted'],
    need: 'editor',
    list: async (scope) => (await troubledAccounts(db, scope)).map(accountOf),
  },
]

const DETAILS: Record<LimitedCampaign['primary_status'], string> = {
  LIMITED: 'The campaign is shown less often than it could be.',
  NOT_ELIGIBLE: 'The campaign is on and is not shown.',
  MISCONFIGURED: 'The campaign is on and something in it is not valid.',
}

function campaignOf(row: LimitedCampaign): Trouble {
  const { id, campaign_name, primary_status, primary_status_reasons } = row
  return {
    kind: 'campaign_limited',
    severity: primary_status === 'LIMITED' ? 'info' : 'warning',
    app: row,
    subject: { type: 'campaign', id, name: campaign_name },
    detail: `${DETAILS[primary_status]}${reasonsOf(primary_status_reasons)}`,
    // The platform does not say since when (G676).
    since: null,
    key: JSON.stringify([id, primary_status, [...primary_status_reasons].sort()]),
  }
}

/** The platform's own words, made readable. */
function reasonsOf(reasons: readonly string[]): string {
  const words = reasons.slice(0, 3).map((one) => one.toLowerCase().replaceAll('_', ' '))
  return words.length === 0 ? '' : ` Reason: ${words.join(', ')}.`
}

function accountOf(row: TroubledAccount): Trouble {
  const { id, account_name, status, terms_accepted_date, created_date } = row
  const subject = { type: 'ad_account' as const, id, name: account_name }
  if (terms_accepted_date === null)
    return {
      kind: 'terms_unaccepted',
      severity: 'warning',
      app: row,
      subject,
      detail: 'The terms of advertising are not accepted yet; until then nothing can be launched.',
      since: created_date,
      key: id,
    }
  return {
    kind: 'ad_account_held',
    severity: 'critical',
    app: row,
    subject,
    detail:
      status === 'SUSPENDED'
        ? 'The ad platform suspended the account; no ads are shown.'
        : 'The account is on hold because of its billing; no ads are shown.',
    since: null,
    key: `${id} ${status}`,
  }
}
