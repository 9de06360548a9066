/**
 * An ad platform in memory, as plain as can be. Its calls can be made to fail. It is not as helpful as the port promises:
 * who asks twice for an account or a campaign gets two, so that nobody may rely on being saved from that.
 */
import { budgetBounds } from '../../../../ports/ad-platform/budget-bounds.ts'
import type {
  AdPlatform,
  NewCampaign,
  PlatformAccount,
  PlatformCampaign,
  Unavailable,
  Written,
} from '../../../../ports/ad-platform/port.ts'

/** What becomes of a call; `late`: it is on its way for minutes, though nobody waits for its answer any more. */
export type Fate =
  | 'done'
  | 'rejected'
  | 'unavailable'
  | 'lost'
  | 'applied'
  | 'late'
  | 'crash before'
  | 'crash after'

export type Write = 'createAccount' | 'createCampaign' | 'setCampaignStatus' | 'removeCampaign'
export type Call = Write | 'findAccount' | 'readAccount' | 'findCampaign' | 'readCampaigns'

/** The process is gone: nothing that follows happens. */
export class Crash extends Error {}

export interface MemoryPlatform extends AdPlatform {
  /** All campaigns that there ever were, oldest first. */
  campaigns(): PlatformCampaign[]
  accounts(): PlatformAccount[]
}

/** Well below the time after which nothing is looked for any more. */
const LATE_SECONDS = 500

const DOWN: Unavailable = { outcome: 'unavailable', message: 'The platform is down.' }
const REASONS = [{ code: 'TestError.REJECTED', message: 'Not today.' }]

export function createMemoryPlatform(options: {
  now(): Date
  fate(call: Call): Fate
  /** Several calls are on their way at the same time. */
  travel(): Promise<void>
}): MemoryPlatform {
  const { now, fate, travel } = options
  const accounts: PlatformAccount[] = []
  const campaigns: { customer_id: string; campaign: PlatformCampaign }[] = []
  let delayed: { due: number; apply(): void }[] = []

  function arrive(): void {
    const arriving = delayed.filter(({ due }) => due <= now().getTime())
    delayed = delayed.filter((one) => !arriving.includes(one))
    for (const { apply } of arriving) apply()
  }

  async function write<T>(call: Write, apply: () => Written<T>): Promise<Written<T>> {
    const fated = fate(call)
    await travel()
    arrive()
    if (fated === 'crash before') throw new Crash(`before ${call}`)
    if (fated === 'rejected') return { outcome: 'rejected', reasons: REASONS }
    if (fated === 'unavailable') return DOWN
    if (fated === 'late') delayed.push({ due: now().getTime() + LATE_SECONDS * 1000, apply })
    if (fated === 'lost' || fated === 'late') return { outcome: 'unknown', message: 'No answer.' }
    const applied = apply()
    await travel()
    if (fated === 'crash after') throw new Crash(`after ${call}`)
    return fated === 'applied' ? { outcome: 'unknown', message: 'No answer.' } : applied
  }

  async function read<T>(call: Call, value: () => T) {
    const fated = fate(call)
    await travel()
    arrive()
    if (fated === 'crash before' || fated === 'crash after') throw new Crash(`in ${call}`)
    const reported = structuredClone(value())
    await travel() // what is reported may be old when it arrives
    return fated === 'done' ? { outcome: 'done' as const, value: reported } : DOWN
  }

  function change(campaignId: string, status: PlatformCampaign['status']): Written<PlatformCampaign> {
    const found = campaigns.find(({ campaign }) => campaign.campaign_id === campaignId)?.campaign
    if (!found) return { outcome: 'rejected', reasons: REASONS }
    if (found.status === 'REMOVED' && status !== 'REMOVED') return { outcome: 'rejected', reasons: REASONS }
    found.status = status
    return { outcome: 'done', value: structuredClone(found) }
  }

  const living = (reference: string) =>
    campaigns.find(({ campaign }) => campaign.reference === reference && campaign.status !== 'REMOVED')
      ?.campaign

  function make(customer_id: string, wanted: NewCampaign): Written<PlatformCampaign> {
    const campaign_id = String(10_000_000_000 + campaigns.length)
    const campaign: PlatformCampaign = {
      ...structuredClone(wanted),
      campaign_id,
      resource_name: `customers/${customer_id}/campaigns/${campaign_id}`,
      status: 'PAUSED',
      review_status: 'REVIEWED',
      serving_status: 'NONE',
      primary_status: 'PAUSED',
      primary_status_reasons: [],
      learning_ends_at: now(),
      created_date: now(),
    }
    campaigns.push({ customer_id, campaign })
    return { outcome: 'done', value: structuredClone(campaign) }
  }

  return {
    kind: 'sandbox',
    creatable_types: ['SMART', 'PERFORMANCE_MAX'],
    places: null,
    budgetBounds,
    createAccount: (account) =>
      write('createAccount', () => {
        const customer_id = String(1_000_000_000 + accounts.length)
        const opened = { ...account, customer_id, status: 'ENABLED' as const, created_date: now() }
        accounts.push(opened)
        return { outcome: 'done', value: opened }
      }),
    createCampaign: (customerId, campaign) => write('createCampaign', () => make(customerId, campaign)),
    setCampaignStatus: (_, campaignId, status) =>
      write('setCampaignStatus', () => change(campaignId, status)),
    removeCampaign: (_, campaignId) => write('removeCampaign', () => change(campaignId, 'REMOVED')),
    findAccount: (reference) =>
      read('findAccount', () => accounts.find((account) => account.reference === reference) ?? null),
    readAccount: (customerId) =>
      read('readAccount', () => accounts.find(({ customer_id }) => customer_id === customerId) ?? null),
    findCampaign: (_, reference) =>
      read('findCampaign', () => {
        const all = campaigns.filter(({ campaign }) => campaign.reference === reference)
        return living(reference) ?? all.at(-1)?.campaign ?? null
      }),
    readCampaigns: (customerId, ids) =>
      read('readCampaigns', () =>
        campaigns
          .filter(({ customer_id }) => customer_id === customerId)
          .map(({ campaign }) => campaign)
          .filter(({ campaign_id }) => ids === null || ids.includes(campaign_id)),
      ),
    updateCampaign: async () => DOWN,
    addAssets: async () => DOWN,
    ensureGoals: async () => DOWN,
    performance: async () => DOWN,
    searchTerms: async () => DOWN,
    listGoals: async () => DOWN,
    accountTag: async () => DOWN,
    listAssets: async () => DOWN,
    campaigns() {
      arrive()
      return campaigns.map(({ campaign }) => structuredClone(campaign))
    },
    accounts() {
      arrive()
      return structuredClone(accounts)
    },
  }
}
