import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { RowOf } from '../../platform/database/table.ts'
import type { CampaignType } from './port.ts'
import type { CampaignVersion, SandboxAccount, SandboxCampaign } from './sandbox-campaign.ts'
import {
  type GoalRow,
  sandboxAccounts,
  sandboxCampaigns,
  sandboxGoals,
  type sandboxVersions,
} from './sandbox-tables.ts'

type Tables = {
  ad_sandbox_accounts: SandboxAccount
  ad_sandbox_campaigns: RowOf<typeof sandboxCampaigns>
  ad_sandbox_versions: RowOf<typeof sandboxVersions>
  ad_sandbox_goals: GoalRow
}

export type CampaignFilter =
  | { campaign_ids: readonly string[] }
  | { reference: string }
  | { campaign_type: CampaignType }
  | 'all'

export const sandboxStore = (db: Db) => {
  const q = db.$extendTables<Tables>()

  /** With everything that ever was true of them. */
  async function findCampaigns(customerId: string, filter: CampaignFilter): Promise<SandboxCampaign[]> {
    const { rows } = await sql<SandboxCampaign>`
      select ${sql.raw(sandboxCampaigns.columns('c'))}, v.versions
        from ad_sandbox_campaigns c
        cross join lateral (
          select jsonb_agg(jsonb_build_object('version', version, 'status', status, 'settings', settings,
                   'submitted_at', ${milliseconds('submitted_at')}, 'created_date', ${milliseconds('created_date')})
                 order by version) as versions
            from ad_sandbox_versions where campaign_id = c.campaign_id) v
       where c.customer_id = ${customerId} and ${condition(filter)}
       order by c.created_date, c.campaign_id`.execute(db)
    return rows.map((row) => ({ ...row, versions: timesRead(row.versions) }))
  }

  return {
    findCampaigns,
    async findAccount(by: { customer_id: string } | { reference: string }): Promise<SandboxAccount | null> {
      const column = 'reference' in by ? 'reference' : 'customer_id'
      const value = 'reference' in by ? by.reference : by.customer_id
      const row = await q
        .selectFrom('ad_sandbox_accounts')
        .selectAll()
        .where(column, '=', value)
        .executeTakeFirst()
      return row ?? null
    },
    /** Returns whether it is new; neither the id nor the reference may be taken. */
    async insertAccount(account: SandboxAccount): Promise<boolean> {
      return (await sandboxAccounts.insertNew(db, [account])).length > 0
    },
    /** Returns whether it is new; neither the id nor, among the living, the reference may be taken. */
    async insertCampaign(campaign: SandboxCampaign): Promise<boolean> {
      const { versions, ...row } = campaign
      const is_removed = versions.at(-1)?.status === 'REMOVED'
      const added = await sandboxCampaigns.insertNew(db, [{ ...row, is_removed }])
      if (added.length === 0) return false
      for (const version of versions) await this.addVersion(row.campaign_id, version)
      return true
    },
    /** Anyone who changes the same campaign waits from here on. */
    async lockCampaign(customerId: string, campaignId: string): Promise<SandboxCampaign | null> {
      const locked = await q
        .selectFrom('ad_sandbox_campaigns')
        .select('campaign_id')
        .where('customer_id', '=', customerId)
        .where('campaign_id', '=', campaignId)
        .forUpdate()
        .executeTakeFirst()
      if (!locked) return null
      const [campaign] = await findCampaigns(customerId, { campaign_ids: [campaignId] })
      return campaign ?? null
    },
    async addVersion(campaignId: string, version: CampaignVersion): Promise<void> {
      await q
        .insertInto('ad_sandbox_versions')
        .values({ ...version, campaign_id: campaignId })
        .execute()
      if (version.status !== 'REMOVED') return
      await q
        .updateTable('ad_sandbox_campaigns')
        .set({ is_removed: true })
        .where('campaign_id', '=', campaignId)
        .execute()
    },
    async goals(customerId: string): Promise<GoalRow[]> {
      return q
        .selectFrom('ad_sandbox_goals')
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('created_date')
        .orderBy('goal_id')
        .execute()
    },
    /** Categories that have a goal keep it. */
    async insertGoals(rows: readonly GoalRow[]): Promise<void> {
      await sandboxGoals.insertNew(db, rows)
    },
  }
}

const milliseconds = (column: string) => sql`extract(epoch from ${sql.ref(column)}) * 1000`

function condition(filter: CampaignFilter) {
  if (filter === 'all') return sql`true`
  if ('reference' in filter) return sql`c.reference = ${filter.reference}`
  if ('campaign_type' in filter) return sql`c.campaign_type = ${filter.campaign_type}`
  return sql`c.campaign_id = any(${[...filter.campaign_ids]}::text[])`
}

/** Inside JSON they came as milliseconds. */
function timesRead([first, ...rest]: SandboxCampaign['versions']): SandboxCampaign['versions'] {
  const read = (version: CampaignVersion): CampaignVersion => ({
    ...version,
    submitted_at: new Date(Number(version.submitted_at)),
    created_date: new Date(Number(version.created_date)),
  })
  return [read(first), ...rest.map(read)]
}
