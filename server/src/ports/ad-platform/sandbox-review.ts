/** What the sandbox's reviewers look at, and what they do not let pass. */
import type { CampaignSettings } from './port.ts'

export const REVIEW_MS = 10 * 60_000

/** Words that no ad may hold. */
const BANNED = ['counterfeit', 'casino', 'steroids', 'firearms', 'malware']

export function isDisapproved(settings: CampaignSettings): boolean {
  const known = judged.get(settings)
  if (known !== undefined) return known
  const isBanned = holdsBanned(settings)
  judged.set(settings, isBanned)
  return isBanned
}

/** Reports ask again for every day. */
const judged = new WeakMap<CampaignSettings, boolean>()

function holdsBanned(settings: CampaignSettings): boolean {
  const words = new Set(
    reviewedTexts(settings)
      .join(' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  )
  return BANNED.some((word) => words.has(word))
}

/** Whether people would see something else now, so that it is reviewed again. */
export function needsReview(before: CampaignSettings, after: CampaignSettings): boolean {
  return JSON.stringify(reviewedTexts(before)) !== JSON.stringify(reviewedTexts(after))
}

function reviewedTexts(settings: CampaignSettings): string[] {
  const { business_name, business_description, landing_page, logo_url, assets } = settings
  const texts = assets.map(({ value }) => value)
  return [business_name, business_description, landing_page, logo_url ?? '', ...texts]
}
