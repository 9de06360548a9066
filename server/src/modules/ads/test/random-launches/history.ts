/**
 * One app's advertising, lived through by chance: several people launch, pause, resume and delete while the platform
 * rejects, hangs up, loses answers, answers late, and nodes die. What they are answered is checked as it arrives.
 */
import type { CampaignInput } from '@atrium/contract/ad-campaign'
import { sql } from 'kysely'
import type { TestClock } from '../../../../../test/app.ts'
import type { Chance } from '../../../../../test/chance.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { ApiError } from '../../../../platform/errors.ts'
import { makeId } from '../../../../platform/ids.ts'
import type { App } from '../../../../tenancy/index.ts'
import { deleteCampaign } from '../../campaigns/delete-campaign.ts'
import { pauseCampaign } from '../../campaigns/pause-campaign.ts'
import { pauseCampaigns } from '../../campaigns/pause-campaigns.ts'
import { resumeCampaign } from '../../campaigns/resume-campaign.ts'
import { syncCampaigns } from '../../campaigns/sync-campaigns.ts'
import { enableWaiting } from '../../launch/enable-waiting.ts'
import { launchCampaign } from '../../launch/launch-campaign.ts'
import { SMART } from '../advertiser.ts'
import { type AdsNode, createAdsNode } from './ads-node.ts'
import { type Call, Crash, createMemoryPlatform, type Fate, type MemoryPlatform } from './memory-platform.ts'
import { movableClock } from './scene.ts'
import { comeToRest, findWrong, pass } from './settled.ts'

export interface Lane {
  db: Db
  workspace_id: string
  owner_id: string
}

export interface Story {
  /** What happened, line by line. */
  lines: string[]
  wrong: string[]
}

const WRITES: readonly (readonly [number, Fate])[] = [
  [58, 'done'],
  [6, 'rejected'],
  [8, 'unavailable'],
  [8, 'lost'],
  [10, 'applied'],
  [5, 'crash before'],
  [5, 'crash after'],
]

const DRAFTS: readonly Partial<CampaignInput>[] = [
  { campaign_name: 'One' },
  { campaign_name: 'One' },
  { campaign_name: 'Two' },
  { campaign_name: 'Three', draft_id: 'three' },
]

export async function liveThrough(lane: Lane, chance: Chance): Promise<Story> {
  const { db, workspace_id } = lane
  const app = { id: makeId('app'), workspace_id, name: 'Tables' } as App
  await sql`insert into apps (id, workspace_id, owner_id, name, kind)
            values (${app.id}, ${workspace_id}, ${lane.owner_id}, 'Tables', 'app')`.execute(db)
  const clock = movableClock()
  const lines: string[] = []
  let mood: 'well' | 'moody' | 'crowded' = 'moody'
  let hasCrashed = false
  const fate = (call: Call): Fate => {
    const fated = mood === 'well' ? 'done' : fateOf(chance, call, mood)
    lines.push(`    ${call}: ${fated}`)
    if (fated.startsWith('crash')) hasCrashed = true
    return fated
  }
  /** Nobody holds what a dead node held for longer than this. */
  const forgetDead = () => {
    if (hasCrashed) clock.move(125)
    hasCrashed = false
  }
  const platform = createMemoryPlatform({
    now: clock.now,
    fate,
    travel: () => new Promise((arrive) => setImmediate(arrive)),
  })
  const node = createAdsNode({ db, clock, adPlatform: platform, app })
  const known = { wrong: [], launched: new Map(), paused: new Set<string>(), mayResume: false }
  const scene: Scene = { chance, node, platform, app, clock, lines, ...known }

  for (let left = 3 + chance.below(5); left > 0; left--) {
    mood = chance.percent(35) ? 'crowded' : 'moody'
    const people = mood === 'crowded' ? 2 + chance.below(2) : 1
    const deeds = Array.from({ length: people }, () => chance.one(DEEDS))
    scene.mayResume = deeds.includes(resume)
    await Promise.all(deeds.map((deed) => act(scene, deed)))
    forgetDead()
    if (chance.percent(40)) {
      const seconds = chance.one([2, 12, 40, 130, 700, 2000])
      lines.push(`${seconds} seconds pass`)
      await pass(node, clock, seconds).catch(() => {})
      forgetDead()
    }
  }
  mood = 'well'
  lines.push('all is well again')
  await comeToRest(node, clock)
  return {
    lines,
    wrong: [...scene.wrong, ...(await findWrong(db, app.id, platform)), ...(await startedAgain(scene))],
  }
}

/** Who paused a campaign and nobody resumed it: it must not run. */
async function startedAgain({ node, paused, app }: Scene): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ad_campaigns where app_id = ${app.id} and status = 'ENABLED'`.execute(node.deps.db)
  return rows.filter(({ id }) => paused.has(id)).map(({ id }) => `${id} was paused and runs`)
}

interface Scene {
  chance: Chance
  node: AdsNode
  platform: MemoryPlatform
  app: App
  clock: TestClock
  lines: string[]
  wrong: string[]
  /** The platform's id of the campaign that each draft has become. */
  launched: Map<string, string>
  /** Campaigns that somebody has paused and nobody has resumed. */
  paused: Set<string>
  /** In this round somebody resumes. */
  mayResume: boolean
}

interface Deed {
  name: string
  act(scene: Scene): Promise<string>
}

const launch: Deed = {
  name: 'launch',
  async act({ chance, node, platform, app, launched, wrong }) {
    const draft = { ...SMART, ...chance.one(DRAFTS) }
    const before = launched.get(draft.campaign_name)
    const { campaign } = await launchCampaign(node.deps, node.caller, app, draft, { mayOpenAccount: true })
    const earlier = platform.campaigns().find(({ campaign_id }) => campaign_id === before)
    if (before === campaign.platform_campaign_id) wrong.push(`${draft.campaign_name} was launched twice`)
    else if (earlier && (earlier.status !== 'REMOVED' || draft.draft_id !== undefined))
      wrong.push(`${draft.campaign_name} has become a second campaign`)
    launched.set(draft.campaign_name, campaign.platform_campaign_id)
    return `${draft.campaign_name} is ${campaign.status}`
  },
}

/** What concerns one campaign that is listed; while there is none, a launch. */
function deed(
  name: string,
  change: (scene: Scene, campaign_id: string) => Promise<{ status: string }>,
): Deed {
  return {
    name,
    async act(scene) {
      const { rows } = await sql<{ id: string }>`
        select id from ad_campaigns where app_id = ${scene.app.id} order by created_date, id`.execute(
        scene.node.deps.db,
      )
      if (rows.length === 0) return launch.act(scene)
      const { id } = scene.chance.one(rows)
      return `${id}: ${(await change(scene, id)).status}`
    },
  }
}

const input = (scene: Scene, campaign_id: string) => ({
  params: { app_id: scene.app.id, campaign_id },
  query: {},
  headers: {},
  body: undefined,
})
const remove = deed('delete', (scene, id) =>
  deleteCampaign(scene.node.deps, scene.node.caller, input(scene, id)),
)
const pause = deed('pause', async (scene, id) => {
  const answer = await pauseCampaign(scene.node.deps, scene.node.caller, input(scene, id))
  if (!scene.mayResume) scene.paused.add(id)
  return answer
})
const resume = deed('resume', (scene, id) => {
  scene.paused.delete(id)
  return resumeCampaign(scene.node.deps, scene.node.caller, input(scene, id))
})

const pauseAll: Deed = {
  name: 'pause all',
  act: async (scene) =>
    JSON.stringify(await pauseCampaigns(scene.node.deps, scene.node.caller, input(scene, ''))),
}

const sync: Deed = {
  name: 'sync',
  act: async (scene) =>
    JSON.stringify(await syncCampaigns(scene.node.deps, scene.node.caller, input(scene, ''))),
}

const track: Deed = {
  name: 'track',
  async act({ node, app, clock }) {
    const { db } = node.deps
    await sql`update ad_accounts set tracking_verified_date = ${clock.now()} where app_id = ${app.id}`.execute(
      db,
    )
    return JSON.stringify(await enableWaiting(node.deps, app.id))
  },
}

const DEEDS: readonly Deed[] = [
  ...[launch, launch, launch, launch, launch],
  ...[remove, remove, pause, resume, pauseAll, sync, track],
]

const FORESEEN = new Set([
  'already_launched',
  'launch_in_progress',
  'outcome_unknown',
  'rejected_by_platform',
  'ad_platform_unavailable',
  'campaign_removed',
  'campaign_busy',
  'no_ads_account',
])

async function act(scene: Scene, { name, act }: Deed): Promise<void> {
  const { lines, wrong } = scene
  lines.push(`${name} …`)
  try {
    lines.push(`… ${name}: ${await act(scene)}`)
  } catch (error) {
    lines.push(`… ${name}: ${error instanceof ApiError ? error.code : error}`)
    const isForeseen = error instanceof Crash || (error instanceof ApiError && FORESEEN.has(error.code))
    if (!isForeseen) wrong.push(`${name}: ${error}`)
  }
}

/** In a crowd nobody dies: who waits for a dead one waits for real minutes. */
function fateOf(chance: Chance, call: Call, mood: 'moody' | 'crowded'): Fate {
  const isWrite = /^(create|set|remove)/.test(call)
  if (!isWrite) return chance.percent(90) ? 'done' : 'unavailable'
  let left = chance.below(100)
  const drawn = WRITES.find(([percent]) => {
    left -= percent
    return left < 0
  })
  const fated = drawn?.[1] ?? 'done'
  if (mood === 'crowded' && fated.startsWith('crash')) return 'done'
  // What comes late is found by its reference; of a status nobody could tell which came last.
  return fated === 'lost' && call.startsWith('create') && chance.percent(70) ? 'late' : fated
}
