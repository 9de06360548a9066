/** What the changes of a campaign start from, and what they become. */
import type { GoogleParts } from './google-campaigns.ts'
import type { Operation } from './google-mutate.ts'
import type { CampaignChanges, PlatformCampaign, Rejected, Unavailable } from './port.ts'

export interface Changing extends GoogleParts {
  customerId: string
  campaign: PlatformCampaign
  changes: CampaignChanges
  /** For what is made in the same request. */
  newName(collection: string): string
}

export type Operations = Operation[] | Rejected | Unavailable
