/** What the sandbox remembers. */
import { Type } from 'typebox'
import { boolean, integer, json, type RowOf, table, text, time } from '../../platform/database/table.ts'
import type { CampaignSettings, CampaignStatus, CampaignType, GoalCategory, PlatformAccount } from './port.ts'

const IN_ADS = 'the advertising of apps goes out with it, and brings it back'
export const sandboxAccounts = table(
  'ad_sandbox_accounts',
  {
    customer_id: text(),
    reference: text(),
    name: text(),
    currency_code: text(),
    time_zone: text(),
    status: text(Type.Unsafe<PlatformAccount['status']>({})),
    /** Nothing is spent from then on; null while it is enabled. */
    stopped_at: time().nullable(),
    created_date: time(),
  },
  { key: ['customer_id'], notArchived: IN_ADS },
)

export const sandboxCampaigns = table(
  'ad_sandbox_campaigns',
  {
    campaign_id: text(),
    customer_id: text(),
    reference: text(),
    campaign_type: text(Type.Unsafe<CampaignType>({})),
    is_removed: boolean(),
    created_date: time(),
  },
  { key: ['campaign_id'], notArchived: IN_ADS },
)

/** In force from its date until the next one's. */
export const sandboxVersions = table(
  'ad_sandbox_versions',
  {
    campaign_id: text(),
    version: integer(),
    status: text(Type.Unsafe<CampaignStatus>({})),
    settings: json(Type.Unsafe<CampaignSettings>({})),
    submitted_at: time(),
    created_date: time(),
  },
  { key: ['campaign_id', 'version'], notArchived: IN_ADS },
)

export const sandboxGoals = table(
  'ad_sandbox_goals',
  {
    customer_id: text(),
    goal_id: text(),
    name: text(),
    category: text(Type.Unsafe<GoalCategory>({})),
    created_date: time(),
  },
  { key: ['customer_id', 'goal_id'], notArchived: IN_ADS },
)
export type GoalRow = RowOf<typeof sandboxGoals>
