import type { AdCampaign, LibraryAsset } from '@atrium/sdk'

/** What became of a generated asset. */
export function assetStatus(
  { status, accepted_campaign_id }: Pick<LibraryAsset, 'status' | 'accepted_campaign_id'>,
  campaigns: readonly Pick<AdCampaign, 'id' | 'campaign_name'>[],
): { label: string; tone: 'accent' | 'neutral' } {
  if (status !== 'ACCEPTED') return { label: status === 'GENERATED' ? 'New' : 'Not used', tone: 'neutral' }
  const campaign = campaigns.find(({ id }) => id === accepted_campaign_id)
  if (campaign) return { label: `In ${campaign.campaign_name}`, tone: 'accent' }
  return { label: accepted_campaign_id ? 'In a campaign' : 'Accepted', tone: 'accent' }
}
