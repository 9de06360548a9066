import type { Db } from '../../../platform/database/db.ts'
import type {
  AdoptedCampaign,
  AdoptedGoal,
  CampaignMoment,
  PlatformAccount,
  PlatformCampaign,
} from '../../../ports/ad-platform/port.ts'

/**
 * The memory of a platform that lies in our own database, so that accounts and campaigns of an archive exist there too.
 * What it has already stays as it is. Nothing is checked as a new campaign would be: this is the past.
 */
export interface PlatformArchive {
  /** Returns the ids among these that belong to an account of another reference. */
  adoptAccounts(tx: Db, accounts: readonly AdoptedAccount[]): Promise<Set<string>>
  /** Returns how they stand now, in the same order; null for an id that belongs to another account's campaign. */
  adoptCampaigns(tx: Db, campaigns: readonly AdoptedCampaign[], now: Date): Promise<(Standing | null)[]>
  adoptGoals(tx: Db, goals: readonly AdoptedGoal[]): Promise<void>
  /** What became of the campaigns, oldest first, by their ids. */
  histories(db: Db, campaignIds: readonly string[]): Promise<Map<string, CampaignMoment[]>>
  /** By customer, oldest first. */
  goals(db: Db, customerIds: readonly string[]): Promise<Map<string, AdoptedGoal[]>>
}

export interface AdoptedAccount extends PlatformAccount {
  created_date: Date
  /** Nothing is spent from then on; null while it is enabled. */
  stopped_at: Date | null
}

export type Standing = Pick<
  PlatformCampaign,
  'review_status' | 'serving_status' | 'primary_status' | 'primary_status_reasons' | 'learning_ends_at'
>
