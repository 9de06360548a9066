/** When everything has come to rest: what must be true of an app's advertising. */
import { sql } from 'kysely'
import type { TestClock } from '../../../../../test/app.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { JobContext } from '../../../../platform/jobs/job.ts'
import { sweepCampaigns } from '../../campaigns/sweep-campaigns.ts'
import type { Deps } from '../../deps.ts'
import { sweepLaunches } from '../../launch/sweep-launches.ts'
import type { AdsNode } from './ads-node.ts'
import type { MemoryPlatform } from './memory-platform.ts'

/** As the minutes pass: what the clock starts, and what is due. */
export async function pass(node: AdsNode, clock: TestClock, seconds: number): Promise<void> {
  clock.move(seconds)
  await sweep(node.deps)
  await node.work()
}

/** Longer than anything is looked for. */
export async function comeToRest(node: AdsNode, clock: TestClock): Promise<void> {
  for (const seconds of [2, 10, 125, 3, 700, 1900, 125]) await pass(node, clock, seconds)
}

const CONTEXT: JobContext = { attempt: 1, signal: new AbortController().signal }

async function sweep(deps: Deps): Promise<void> {
  await sweepLaunches.run(deps as never, {} as never, CONTEXT)
  await sweepCampaigns.run(deps as never, {} as never, CONTEXT)
}

/** What is wrong, in words; nothing when all is well. */
export async function findWrong(db: Db, appId: string, platform: MemoryPlatform): Promise<string[]> {
  const launches = await rowsOf<{ id: string; state: string; campaign_id: string | null }>(
    db,
    sql`select id, state, campaign_id from ad_launches where app_id = ${appId}`,
  )
  const accounts = await rowsOf<{ status: string; platform_customer_id: string }>(
    db,
    sql`select status, platform_customer_id from ad_accounts where app_id = ${appId}`,
  )
  const rows = await rowsOf<{
    id: string
    platform_campaign_id: string
    status: string
    pause_reason: string | null
    unsettled: string | null
    claimed_until: Date | null
  }>(
    db,
    sql`select id, platform_campaign_id, status, pause_reason, unsettled, claimed_until
          from ad_campaigns where app_id = ${appId}`,
  )
  const reported = platform.campaigns()
  const living = reported.filter(({ status }) => status !== 'REMOVED')
  const wrong: string[] = []
  for (const [reference, twins] of Map.groupBy(living, (campaign) => campaign.reference))
    if (twins.length > 1) wrong.push(`${twins.length} living campaigns of the draft ${reference}`)
  if (platform.accounts().length > 1) wrong.push('the app has two accounts on the platform')
  for (const { status } of accounts) if (status !== 'ACTIVE') wrong.push(`the account is ${status}`)
  if (platform.accounts().length !== accounts.length) wrong.push('the account is known on one side only')
  for (const { id, state } of launches)
    if (!['done', 'rejected', 'released'].includes(state)) wrong.push(`the launch ${id} is still ${state}`)
  for (const row of rows) {
    const there = reported.find(({ campaign_id }) => campaign_id === row.platform_campaign_id)
    if (there?.status !== row.status)
      wrong.push(`${row.id} is ${row.status} here and ${there?.status ?? 'missing'} there`)
    if (row.unsettled !== null || row.claimed_until !== null) wrong.push(`${row.id} is not settled`)
    if (row.status !== 'PAUSED' && row.pause_reason !== null) wrong.push(`${row.id} is paused by nobody`)
  }
  for (const { campaign_id, status } of living)
    if (!rows.some((row) => row.platform_campaign_id === campaign_id))
      wrong.push(`${campaign_id} is ${status} there and unknown here`)
  for (const { id, state, campaign_id } of launches)
    if (state === 'done' && !rows.some((row) => row.id === campaign_id))
      wrong.push(`the launch ${id} is done without a campaign`)
  return wrong
}

async function rowsOf<T>(db: Db, statement: ReturnType<typeof sql>): Promise<T[]> {
  return (await statement.execute(db)).rows as T[]
}
