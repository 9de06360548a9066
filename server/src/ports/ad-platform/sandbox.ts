/**
 * An ad platform of our own that shows ads to nobody and charges nothing: accounts, campaigns, review, figures and goals
 * as elsewhere, and words in names that make it fail (docs/ads.md). Nothing runs in the background: whatever time brings
 * is worked out when somebody reads.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { budgetBounds } from './budget-bounds.ts'
import type {
  AdPlatform,
  CampaignSettings,
  CampaignStatus,
  CampaignType,
  NewCampaign,
  PlatformAccount,
  PlatformAsset,
  PlatformCampaign,
  Written,
} from './port.ts'
import { assetId, assetsOf, withAssets } from './sandbox-assets.ts'
import { currentVersion, type SandboxAccount, type SandboxCampaign } from './sandbox-campaign.ts'
import { digits } from './sandbox-chance.ts'
import { checkAccount, checkCampaign, newReasons } from './sandbox-checks.ts'
import { accountTagOf, goalsMissing, presentGoal } from './sandbox-goals.ts'
import {
  ANSWER_LOST,
  done,
  NO_ACCOUNT,
  NO_CAMPAIGN,
  NOT_REACHED,
  REMOVED,
  rejected,
  STOPPED,
} from './sandbox-outcomes.ts'
import { dailyFigures, type Scene } from './sandbox-performance.ts'
import type { FindPlace, Place } from './sandbox-places.ts'
import { needsReview } from './sandbox-review.ts'
import { byImpressions, searchTermFigures } from './sandbox-search-terms.ts'
import { type FailingOperation, isAnyNamed, unlessFailing } from './sandbox-sentinels.ts'
import { standingOf } from './sandbox-status.ts'
import { type CampaignFilter, sandboxStore } from './sandbox-store.ts'

export interface SandboxOptions {
  db: Db
  clock: Clock
  /** One for each resource name; null for those that are no place. */
  findPlaces(resourceNames: readonly string[]): Promise<readonly (Place | null)[]>
  /** Since when the app behind an account's reference reports conversions; null: it does not. */
  trackingSince(accountReference: string): Promise<Date | null>
  /** The address of this installation: its own images are taken, wherever it runs. */
  ownAddress?(): string
}

interface Change {
  status?: CampaignStatus
  settings?(before: CampaignSettings): CampaignSettings
}

export function sandboxAdPlatform(options: SandboxOptions): AdPlatform {
  const { db, clock, findPlaces, trackingSince, ownAddress } = options
  const store = sandboxStore(db)

  async function placesOf(settings: readonly CampaignSettings[]): Promise<FindPlace> {
    const names = [...new Set(settings.flatMap(({ geo_targets }) => geo_targets))]
    const places = await findPlaces(names)
    const byName = new Map(names.map((name, at) => [name, places[at] ?? null]))
    return (name) => byName.get(name) ?? null
  }

  async function check(settings: CampaignSettings, type: CampaignType, { currency_code }: SandboxAccount) {
    const findPlace = await placesOf([settings])
    return checkCampaign(settings, { type, currency_code, findPlace, own_address: ownAddress?.() ?? null })
  }

  async function sceneOf(account: SandboxAccount, campaigns: readonly SandboxCampaign[]): Promise<Scene> {
    const settings = campaigns.flatMap(({ versions }) => versions.map((version) => version.settings))
    return {
      account,
      findPlace: await placesOf(settings),
      trackingSince: await trackingSince(account.reference),
      now: clock.now(),
    }
  }

  /** The scene and the campaigns of an account; nothing when there is no such account. */
  async function look(customerId: string, filter: CampaignFilter) {
    const account = await store.findAccount({ customer_id: customerId })
    if (!account) return null
    const campaigns = await store.findCampaigns(customerId, filter)
    return { scene: await sceneOf(account, campaigns), campaigns }
  }

  /** Adds a version to a living campaign, unless the change leaves it as it is. */
  async function change(
    customerId: string,
    campaignId: string,
    next: Change,
  ): Promise<Written<SandboxCampaign>> {
    const account = await store.findAccount({ customer_id: customerId })
    if (!account) return NO_ACCOUNT
    if (account.status !== 'ENABLED' && next.status !== 'REMOVED') return STOPPED
    return transaction(db, async (tx) => {
      const campaign = await sandboxStore(tx).lockCampaign(customerId, campaignId)
      if (!campaign) return NO_CAMPAIGN
      const before = currentVersion(campaign)
      const status = next.status ?? before.status
      const settings = next.settings?.(before.settings) ?? before.settings
      if (status === before.status && settings === before.settings) return done(campaign)
      if (before.status === 'REMOVED') return REMOVED
      const reasonsOf = (those: CampaignSettings) => check(those, campaign.campaign_type, account)
      const reasons = settings === before.settings ? [] : await reasonsOf(settings)
      const fresh = reasons.length > 0 ? newReasons(reasons, await reasonsOf(before.settings)) : []
      if (fresh.length > 0) return rejected(...fresh)
      const now = clock.now()
      const version = {
        version: before.version + 1,
        status,
        settings,
        submitted_at: needsReview(before.settings, settings) ? now : before.submitted_at,
        created_date: now,
      }
      await sandboxStore(tx).addVersion(campaignId, version)
      return done({ ...campaign, versions: [...campaign.versions, version] })
    })
  }

  /** The same, unless the campaign's name says that it fails. */
  async function changeNamed(
    operation: FailingOperation,
    customerId: string,
    campaignId: string,
    next: Change,
  ): Promise<Written<PlatformCampaign>> {
    const [campaign] = await store.findCampaigns(customerId, { campaign_ids: [campaignId] })
    const name = campaign ? currentVersion(campaign).settings.name : ''
    return unlessFailing(operation, name, async () =>
      shown(customerId, await change(customerId, campaignId, next)),
    )
  }

  async function shown(
    customerId: string,
    outcome: Written<SandboxCampaign>,
  ): Promise<Written<PlatformCampaign>> {
    if (outcome.outcome !== 'done') return outcome
    const account = await store.findAccount({ customer_id: customerId })
    return account
      ? done(presentCampaign(outcome.value, await sceneOf(account, [outcome.value])))
      : NO_ACCOUNT
  }

  return {
    kind: 'sandbox',
    creatable_types: ['SMART', 'PERFORMANCE_MAX'],
    budgetBounds,
    places: null,

    async createAccount(account) {
      const reasons = checkAccount(account)
      if (reasons.length > 0) return rejected(...reasons)
      for (let tried = 0; ; tried++) {
        const known = await store.findAccount({ reference: account.reference })
        if (known) return done(presentAccount(known))
        const { reference, name, currency_code, time_zone } = account
        await store.insertAccount({
          ...{ reference, name, currency_code, time_zone },
          customer_id: digits(10, reference, String(tried)),
          status: 'ENABLED',
          stopped_at: null,
          created_date: clock.now(),
        })
      }
    },

    async createCampaign(customerId, campaign) {
      if (campaign.name.includes('[unavailable]')) return NOT_REACHED
      if (campaign.name.includes('[timeout-lost]')) return ANSWER_LOST
      const account = await store.findAccount({ customer_id: customerId })
      if (!account) return NO_ACCOUNT
      if (account.status !== 'ENABLED') return STOPPED
      const { reference, campaign_type, ...settings } = campaign
      const reasons = await check(settings, campaign_type, account)
      if (reasons.length > 0) return rejected(...reasons)
      const created = await createLiving(customerId, campaign)
      if (campaign.name.includes('[timeout-applied]')) return ANSWER_LOST
      return done(presentCampaign(created, await sceneOf(account, [created])))
    },

    setCampaignStatus(customerId, campaignId, status) {
      const operation = status === 'PAUSED' ? 'pause' : 'resume'
      return changeNamed(operation, customerId, campaignId, { status })
    },

    async updateCampaign(customerId, campaignId, changes) {
      if (changes.name?.includes('[unavailable]')) return NOT_REACHED
      const settings = (before: CampaignSettings) => {
        const after = { ...before, ...changes }
        return JSON.stringify(after) === JSON.stringify(before) ? before : after
      }
      return changeNamed('update', customerId, campaignId, { settings })
    },

    removeCampaign(customerId, campaignId) {
      return changeNamed('delete', customerId, campaignId, { status: 'REMOVED' })
    },

    async addAssets(customerId, campaignId, assets) {
      const next = (before: CampaignSettings) => {
        const all = withAssets(before, assets)
        return all.length === before.assets.length ? before : { ...before, assets: all }
      }
      const add = async (): Promise<Written<PlatformAsset[]>> => {
        const outcome = await change(customerId, campaignId, { settings: next })
        if (outcome.outcome !== 'done') return outcome
        const account = await store.findAccount({ customer_id: customerId })
        if (!account) return NO_ACCOUNT
        const named = new Set(assets.map((asset) => assetId(campaignId, asset)))
        const rows = assetsOf(outcome.value, await sceneOf(account, [outcome.value]))
        return done(rows.filter(({ asset_id }) => named.has(asset_id)))
      }
      const [campaign] = await store.findCampaigns(customerId, { campaign_ids: [campaignId] })
      const settings = campaign && currentVersion(campaign).settings
      // What it has already needs no sending, so nothing can get lost.
      if (!settings || next(settings) === settings) return add()
      return unlessFailing('assets', settings.name, add)
    },

    async ensureGoals(customerId, goals) {
      const account = await store.findAccount({ customer_id: customerId })
      if (!account) return NO_ACCOUNT
      if (account.status !== 'ENABLED') return STOPPED
      await store.insertGoals(goalsMissing(customerId, goals, await store.goals(customerId), clock.now()))
      const wanted = new Set(goals.map(({ category }) => category))
      const all = await store.goals(customerId)
      return done(
        all.filter(({ category }) => wanted.has(category)).map((row) => presentGoal(row, clock.now())),
      )
    },

    async findAccount(reference) {
      const account = await store.findAccount({ reference })
      return done(account && presentAccount(account))
    },

    async readAccount(customerId) {
      const account = await store.findAccount({ customer_id: customerId })
      return done(account && presentAccount(account))
    },

    async findCampaign(customerId, reference) {
      const seen = await look(customerId, { reference })
      const isLiving = (campaign: SandboxCampaign) => currentVersion(campaign).status !== 'REMOVED'
      const campaign = seen?.campaigns.find(isLiving) ?? seen?.campaigns.at(-1)
      return done(seen && campaign ? presentCampaign(campaign, seen.scene) : null)
    },

    async readCampaigns(customerId, campaignIds) {
      const seen = await look(customerId, campaignIds === null ? 'all' : { campaign_ids: campaignIds })
      if (isAnyNamed(seen?.campaigns, '[reads-fail]')) return NOT_REACHED
      return done(seen?.campaigns.map((campaign) => presentCampaign(campaign, seen.scene)) ?? [])
    },

    async performance(customerId, { campaign_ids, ...range }) {
      const seen = await look(customerId, campaign_ids === null ? 'all' : { campaign_ids })
      if (!seen) return done([])
      if (isAnyNamed(seen.campaigns, '[metrics-fail]')) return NOT_REACHED
      return done(await oneByOne(seen.campaigns, (campaign) => dailyFigures(campaign, range, seen.scene)))
    },

    async searchTerms(customerId, type, { limit, ...range }) {
      const seen = await look(customerId, { campaign_type: type })
      if (!seen) return done([])
      if (isAnyNamed(seen.campaigns, '[terms-fail]')) return NOT_REACHED
      const rows = await oneByOne(seen.campaigns, (campaign) =>
        searchTermFigures(campaign, range, seen.scene),
      )
      return done(rows.sort(byImpressions).slice(0, limit))
    },

    async listGoals(customerId) {
      return done((await store.goals(customerId)).map((row) => presentGoal(row, clock.now())))
    },

    async accountTag(customerId) {
      return done(accountTagOf(customerId, await store.goals(customerId), clock.now()))
    },

    async listAssets(customerId, campaignId) {
      const seen = await look(customerId, { campaign_ids: [campaignId] })
      const campaign = seen?.campaigns[0]
      if (isAnyNamed(seen?.campaigns, '[assets-unavailable]')) return NOT_REACHED
      return done(seen && campaign ? assetsOf(campaign, seen.scene) : [])
    },
  }

  /** The reference's living campaign, made when there is none; of two at once both get the same. */
  async function createLiving(
    customerId: string,
    { reference, campaign_type, ...settings }: NewCampaign,
  ): Promise<SandboxCampaign> {
    for (let tried = 0; ; tried++) {
      const known = await store.findCampaigns(customerId, { reference })
      const living = known.find((campaign) => currentVersion(campaign).status !== 'REMOVED')
      if (living) return living
      const now = clock.now()
      const campaign: SandboxCampaign = {
        campaign_id: digits(11, customerId, reference, String(known.length), String(tried)),
        customer_id: customerId,
        reference,
        campaign_type,
        created_date: now,
        versions: [{ version: 1, status: 'PAUSED', settings, submitted_at: now, created_date: now }],
      }
      const isNew = await transaction(db, (tx) => sandboxStore(tx).insertCampaign(campaign))
      if (isNew) return campaign
    }
  }
}

/** A long report lets others have their turn after each campaign. */
async function oneByOne<T>(
  campaigns: readonly SandboxCampaign[],
  figures: (campaign: SandboxCampaign) => T[],
): Promise<T[]> {
  const rows: T[] = []
  for (const campaign of campaigns) {
    rows.push(...figures(campaign))
    await nextTurn()
  }
  return rows
}

function presentAccount({ stopped_at, ...account }: SandboxAccount): PlatformAccount {
  return account
}

function presentCampaign(campaign: SandboxCampaign, scene: Scene): PlatformCampaign {
  const { campaign_id, customer_id, reference, campaign_type, created_date } = campaign
  const { status, settings } = currentVersion(campaign)
  return {
    ...settings,
    ...{ campaign_id, reference, campaign_type, status, created_date },
    resource_name: `customers/${customer_id}/campaigns/${campaign_id}`,
    ...standingOf(campaign, scene),
  }
}
