import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { CampaignType, NewGoal } from './port.ts'
import type { CampaignVersion, SandboxAccount, SandboxCampaign } from './sandbox-campaign.ts'

interface CampaignRow {
  campaign_id: string
  customer_id: string
  reference: string
  campaign_type: CampaignType
  is_removed: boolean
  created_date: Date
}

export interface GoalRow extends NewGoal {
  goal_id: string
  customer_id: string
  created_date: Date
}

type Tables = {
  ad_sandbox_accounts: SandboxAccount
  ad_sandbox_campaigns: CampaignRow
  ad_sandbox_versions: Omit<CampaignVersion, 'settings'> & { campaign_id: string; settings: string }
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
      select c.campaign_id, c.customer_id, c.reference, c.campaign_type, c.created_date, v.versions
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
    /** Answers whether it is new; neither the id nor the reference may be taken. */
    async insertAccount(account: SandboxAccount): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await q
        .insertInto('ad_sandbox_accounts')
        .values(account)
        .onConflict((taken) => taken.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    /** Answers whether it is new; neither the id nor, among the living, the reference may be taken. */
    async insertCampaign(campaign: SandboxCampaign): Promise<boolean> {
      const { versions, ...row } = campaign
      const { numInsertedOrUpdatedRows } = await q
        .insertInto('ad_sandbox_campaigns')
        .values({ ...row, is_removed: versions.at(-1)?.status === 'REMOVED' })
        .onConflict((taken) => taken.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return false
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
        .values({ ...version, campaign_id: campaignId, settings: JSON.stringify(version.settings) })
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
      if (rows.length === 0) return
      await q
        .insertInto('ad_sandbox_goals')
        .values([...rows])
        .onConflict((taken) => taken.doNothing())
        .execute()
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
