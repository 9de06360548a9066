/** How archives reach the sandbox: accounts, campaigns and goals as they were elsewhere, all of their past included. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { AdoptedCampaign, AdoptedGoal, CampaignMoment } from './port.ts'
import type { CampaignVersion, SandboxAccount, SandboxCampaign } from './sandbox-campaign.ts'
import { goalsMissing } from './sandbox-goals.ts'
import type { Place } from './sandbox-places.ts'
import { needsReview } from './sandbox-review.ts'
import { type Standing, standingOf } from './sandbox-status.ts'
import { sandboxStore } from './sandbox-store.ts'
import { sandboxAccounts, sandboxCampaigns, sandboxVersions } from './sandbox-tables.ts'

export function sandboxArchive({
  findPlaces,
}: {
  findPlaces(resourceNames: readonly string[]): Promise<readonly (Place | null)[]>
}) {
  return {
    async adoptAccounts(tx: Db, accounts: readonly SandboxAccount[]): Promise<Set<string>> {
      await sandboxAccounts.insertNew(tx, accounts)
      const ids = accounts.map(({ customer_id }) => customer_id)
      const { rows } = await sql<{ customer_id: string; reference: string }>`
        select customer_id, reference from ad_sandbox_accounts where customer_id = any(${ids})`.execute(tx)
      const referenceOf = new Map(rows.map(({ customer_id, reference }) => [customer_id, reference]))
      const foreign = accounts.filter((one) => referenceOf.get(one.customer_id) !== one.reference)
      return new Set(foreign.map(({ customer_id }) => customer_id))
    },

    async adoptCampaigns(
      tx: Db,
      adopted: readonly AdoptedCampaign[],
      now: Date,
    ): Promise<(Standing | null)[]> {
      const campaigns = adopted.map(campaignOf)
      const rows = await sandboxCampaigns.insertNew(tx, campaigns.map(rowOf))
      const added = new Set(rows.map(({ campaign_id }) => campaign_id))
      const versions = campaigns
        .filter(({ campaign_id }) => added.has(campaign_id))
        .flatMap(({ campaign_id, versions }) => versions.map((version) => ({ campaign_id, ...version })))
      await sandboxVersions.insertNew(tx, versions)
      const { rows: stored } = await sql<{ campaign_id: string; customer_id: string }>`
        select campaign_id, customer_id from ad_sandbox_campaigns
         where campaign_id = any(${campaigns.map(({ campaign_id }) => campaign_id)})`.execute(tx)
      const ownerOf = new Map(stored.map(({ campaign_id, customer_id }) => [campaign_id, customer_id]))
      const standing = await standings(tx, campaigns, now)
      return campaigns.map((campaign, at) =>
        ownerOf.get(campaign.campaign_id) === campaign.customer_id ? (standing[at] ?? null) : null,
      )
    },

    async adoptGoals(tx: Db, goals: readonly AdoptedGoal[]): Promise<void> {
      const rows = goals.flatMap((goal) => goalsMissing(goal.customer_id, [goal], [], goal.created_date))
      await sandboxStore(tx).insertGoals(rows)
    },

    async histories(db: Db, campaignIds: readonly string[]): Promise<Map<string, CampaignMoment[]>> {
      const { rows } = await sql<CampaignMoment & { campaign_id: string }>`
        select campaign_id, created_date as date, status, settings from ad_sandbox_versions
         where campaign_id = any(${[...campaignIds]}::text[]) order by campaign_id, version`.execute(db)
      return grouped(rows, ({ campaign_id, ...moment }) => [campaign_id, moment])
    },

    async goals(db: Db, customerIds: readonly string[]): Promise<Map<string, AdoptedGoal[]>> {
      const { rows } = await sql<AdoptedGoal>`
        select customer_id, category, name, created_date from ad_sandbox_goals
         where customer_id = any(${[...customerIds]}::text[])
         order by customer_id, created_date, category`.execute(db)
      return grouped(rows, (goal) => [goal.customer_id, goal])
    },
  }

  async function standings(
    tx: Db,
    campaigns: readonly SandboxCampaign[],
    now: Date,
  ): Promise<(Standing | null)[]> {
    const names = [...new Set(campaigns.flatMap(({ versions }) => versions.flatMap(targetsOf)))]
    const found = names.length === 0 ? [] : await findPlaces(names)
    const places = new Map(names.map((name, at) => [name, found[at] ?? null]))
    const { rows } = await sql<SandboxAccount>`
      select ${sql.raw(sandboxAccounts.columns())} from ad_sandbox_accounts
        where customer_id = any(${campaigns.map(customerOf)})`.execute(tx)
    const accounts = new Map(rows.map((account) => [account.customer_id, account]))
    return campaigns.map((campaign) => {
      const account = accounts.get(campaign.customer_id)
      const findPlace = (name: string) => places.get(name) ?? null
      return account ? standingOf(campaign, { account, findPlace, trackingSince: null, now }) : null
    })
  }
}

function campaignOf({ history, ...campaign }: AdoptedCampaign): SandboxCampaign {
  const [start, ...later] = history
  const versions: [CampaignVersion, ...CampaignVersion[]] = [versionOf(start, null)]
  for (const moment of later) versions.push(versionOf(moment, versions.at(-1) ?? null))
  return { ...campaign, versions }
}

/** What people see is reviewed again whenever it changed, as if it had happened here. */
function versionOf(
  { date, status, settings }: CampaignMoment,
  before: CampaignVersion | null,
): CampaignVersion {
  const isReviewed = before !== null && !needsReview(before.settings, settings)
  return {
    version: (before?.version ?? 0) + 1,
    status,
    settings,
    submitted_at: isReviewed ? before.submitted_at : date,
    created_date: date,
  }
}

function rowOf({ versions, ...campaign }: SandboxCampaign) {
  return { ...campaign, is_removed: versions.at(-1)?.status === 'REMOVED' }
}

const customerOf = ({ customer_id }: SandboxCampaign) => customer_id
const targetsOf = ({ settings }: CampaignVersion) => settings.geo_targets

function grouped<Row, Value>(
  rows: readonly Row[],
  entry: (row: Row) => readonly [key: string, value: Value],
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const row of rows) {
    const [key, value] = entry(row)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
