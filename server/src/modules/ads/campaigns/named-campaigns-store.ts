import { findNamedIn } from '../../../tenancy/index.ts'

/** Those that were deleted too: their figures stay. */
export const findCampaigns = findNamedIn({ table: 'ad_campaigns', name: 'campaign_name' })
