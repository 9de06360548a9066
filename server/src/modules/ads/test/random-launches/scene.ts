/** One app on a platform in memory, for tests that say how each call of the platform ends. */
import type { CampaignInput } from '@atrium/contract/ad-campaign'
import { sql } from 'kysely'
import type { SharedApp, TestClock } from '../../../../../test/app.ts'
import type { Person } from '../../../../../test/make.ts'
import type { App } from '../../../../tenancy/index.ts'
import type { AdAccountRow } from '../../accounts/account-store.ts'
import { launchCampaign } from '../../launch/launch-campaign.ts'
import { SMART } from '../advertiser.ts'
import { createAdsNode } from './ads-node.ts'
import { type Call, createMemoryPlatform, type Fate } from './memory-platform.ts'

export async function createScene(server: SharedApp, owner: Person) {
  const { db } = server.atrium
  const { id } = await server.make.app(owner)
  const app = { id, workspace_id: owner.workspace_id, name: 'Tables' } as App
  const clock = movableClock()
  let fate: (call: Call) => Fate = () => 'done'
  let travel = async (_: Call) => {}
  let last: Call = 'readAccount'
  const platform = createMemoryPlatform({
    now: clock.now,
    fate(call) {
      last = call
      return fate(call)
    },
    travel: () => travel(last),
  })
  const node = createAdsNode({ db, clock, adPlatform: platform, app })
  return {
    ...{ db, app, clock, platform, node },
    /** How calls end from now on. */
    fated(next: (call: Call) => Fate) {
      fate = next
    },
    /** What happens while a call is on its way. */
    onTheWay(next: (call: Call) => Promise<void>) {
      travel = next
    },
    /** Returns the code of a refusal. */
    launch(campaign: Partial<CampaignInput> = {}, mayOpenAccount = true): Promise<string> {
      clock.move(0.001) // so that one is newer than the other
      const wanted = { ...SMART, ...campaign }
      return launchCampaign(node.deps, node.caller, app, wanted, { mayOpenAccount }).then(
        (made) => made.campaign.status,
        ({ code }) => code ?? 'internal_error',
      )
    },
    async account(): Promise<AdAccountRow | undefined> {
      const { rows } = await sql<AdAccountRow>`select * from ad_accounts where app_id = ${id}`.execute(db)
      return rows[0]
    },
    async states(): Promise<string[]> {
      const { rows } = await sql<{ state: string }>`
        select state from ad_launches where app_id = ${id} order by created_date, id`.execute(db)
      return rows.map(({ state }) => state)
    },
    async campaigns() {
      const { rows } = await sql<{ id: string; status: string; pause_reason: string; unsettled: string }>`
        select id, status, pause_reason, unsettled from ad_campaigns where app_id = ${id} order by id`.execute(
        db,
      )
      return rows
    },
    async track(): Promise<void> {
      await sql`update ad_accounts set tracking_verified_date = ${clock.now()} where app_id = ${id}`.execute(
        db,
      )
    },
  }
}

export function movableClock(): TestClock {
  let now = Date.now()
  return {
    now: () => new Date(now),
    move(seconds) {
      now += seconds * 1000
    },
  }
}
