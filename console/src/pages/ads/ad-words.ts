/** The ad platform's words as people say them. */
import type { AdAccount, AdCampaign, LaunchReadiness } from '@atrium/sdk'
import type { CampaignType } from './campaign-rules.ts'

type Tone = 'good' | 'open' | 'caution' | 'danger'

export const TYPES: Record<CampaignType, { label: string; description: string }> = {
  SMART: {
    label: 'Smart',
    description: 'Text ads in search and maps, made from a few themes. The simplest way to begin.',
  },
  PERFORMANCE_MAX: {
    label: 'Performance Max',
    description:
      'Texts and images in search, video, mail and partner sites, aimed at conversions. Needs a logo.',
  },
}

export type ShownCampaign = Pick<
  AdCampaign,
  'status' | 'pause_reason' | 'unsettled' | 'primary_status' | 'review_status'
>

/** In two words, the most important first. */
export function stateOf(campaign: ShownCampaign): { label: string; tone: Tone } {
  if (campaign.unsettled) return { label: 'Not settled', tone: 'caution' }
  if (campaign.status === 'REMOVED') return { label: 'Deleted', tone: 'open' }
  if (campaign.pause_reason === 'tracking_pending') return { label: 'Waits for tracking', tone: 'caution' }
  if (campaign.status === 'PAUSED') return { label: 'Paused', tone: 'open' }
  return RUNNING[campaign.primary_status] ?? { label: 'On', tone: 'good' }
}

const RUNNING: Record<string, { label: string; tone: Tone }> = {
  ELIGIBLE: { label: 'Running', tone: 'good' },
  LEARNING: { label: 'Learning', tone: 'good' },
  LIMITED: { label: 'Limited', tone: 'caution' },
  PENDING: { label: 'In review', tone: 'open' },
  MISCONFIGURED: { label: 'Needs attention', tone: 'danger' },
  NOT_ELIGIBLE: { label: 'Not shown', tone: 'danger' },
  ENDED: { label: 'Ended', tone: 'open' },
}

export const UNSETTLED: Record<NonNullable<AdCampaign['unsettled']>, string> = {
  pause: 'Pausing it was sent, and the ad platform did not say whether it happened.',
  resume: 'Resuming it was sent, and the ad platform did not say whether it happened. It may be spending.',
  delete:
    'Deleting it was sent, and the ad platform did not say whether it happened. It may still be spending.',
  update: 'A change was sent, and the ad platform did not say whether it happened.',
}

/** Why a campaign is in its state; codes that are not here are shown as they are. */
export function reasonText(code: string): string {
  return REASONS[code] ?? sentence(code)
}

const REASONS: Record<string, string> = {
  CAMPAIGN_REMOVED: 'It was deleted.',
  CAMPAIGN_PAUSED: 'It is paused.',
  CAMPAIGN_PENDING: 'It has not begun yet.',
  CAMPAIGN_ENDED: 'It is over.',
  BIDDING_STRATEGY_LEARNING:
    'The platform is learning whom to show it to; figures say little until that is over.',
  BIDDING_STRATEGY_LIMITED: 'The bidding cannot reach its aim.',
  BUDGET_CONSTRAINED: 'The budget is used up before the day is over; a higher one would be seen more.',
  BUDGET_MISCONFIGURED: 'The budget is not valid.',
  SEARCH_VOLUME_LIMITED: 'Few people search for this.',
  HAS_ADS_DISAPPROVED: 'The platform’s review did not let the ads pass: change their texts.',
  HAS_ADS_LIMITED_BY_POLICY: 'The platform’s rules limit where the ads are shown.',
  MOST_ADS_UNDER_REVIEW: 'The platform is reviewing the ads.',
  HAS_ASSET_GROUPS_DISAPPROVED:
    'The platform’s review did not let the ads pass: change their texts or images.',
  HAS_ASSET_GROUPS_LIMITED_BY_POLICY: 'The platform’s rules limit where the ads are shown.',
  MOST_ASSET_GROUPS_UNDER_REVIEW: 'The platform is reviewing the ads.',
  NO_ASSET_GROUPS: 'It has no texts and images.',
  ASSET_GROUPS_PAUSED: 'Its texts and images are paused.',
  MISSING_LOCATION_TARGETING: 'It has no places.',
}

/** `ELIGIBLE_MAY_SERVE` as Eligible may serve. */
export function sentence(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const ACCOUNT_STATES: Record<AdAccount['status'], { label: string; tone: Tone; advice: string }> = {
  PENDING: {
    label: 'Being opened',
    tone: 'caution',
    advice: 'The ad platform was asked to open it and has not answered yet. Atrium keeps asking.',
  },
  ACTIVE: { label: 'Active', tone: 'good', advice: '' },
  BILLING_HOLD: {
    label: 'On hold',
    tone: 'danger',
    advice: 'A payment is open. Settle it in the billing of the workspace; then campaigns run again.',
  },
  SUSPENDED: {
    label: 'Suspended',
    tone: 'danger',
    advice: 'The ad platform has stopped the account. Settle it with the platform.',
  },
  CANCELED: { label: 'Canceled', tone: 'danger', advice: 'The account was canceled at the ad platform.' },
  CLOSED: { label: 'Closed', tone: 'danger', advice: 'The account was closed at the ad platform.' },
}

export const OBSTACLES: Record<LaunchReadiness['errors'][number], string> = {
  payment_provider_unavailable:
    'The payment provider does not answer, so the card cannot be checked. Try again soon.',
  payment_method_required: 'The workspace has no valid card. An owner adds one to its billing.',
  billing_hold:
    'Advertising is on hold because of an open payment. Settle it in the billing of the workspace.',
  account_suspended: 'The ad platform has stopped the account. Settle it with the platform.',
  app_not_published: 'The app has no published address yet. Give it one in its settings.',
}

export const FIELD_TYPES: Record<string, string> = {
  HEADLINE: 'Headline',
  LONG_HEADLINE: 'Long headline',
  DESCRIPTION: 'Description',
  BUSINESS_NAME: 'Business name',
  LOGO: 'Logo',
  MARKETING_IMAGE: 'Wide image',
  SQUARE_MARKETING_IMAGE: 'Square image',
}

export const CONVERSIONS: Record<string, string> = {
  PURCHASE: 'Purchase',
  ADD_TO_CART: 'Add to cart',
  BEGIN_CHECKOUT: 'Begin checkout',
  SIGNUP: 'Sign-up',
  SUBMIT_LEAD_FORM: 'Lead form sent',
  CONTACT: 'Contact',
  REQUEST_QUOTE: 'Quote requested',
  BOOK_APPOINTMENT: 'Appointment booked',
  SUBSCRIBE_PAID: 'Paid subscription',
  PHONE_CALL_LEAD: 'Phone call',
}
