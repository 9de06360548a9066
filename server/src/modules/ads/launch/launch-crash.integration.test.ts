/** Nodes that die while they launch: another takes over, and there is never a second campaign nor a lost one. */
import { describe, expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { SMART } from '../test/advertiser.ts'
import { createAdsNode } from '../test/random-launches/ads-node.ts'
import { dyingNode, type Side } from '../test/random-launches/dying-node.ts'
import { createScene } from '../test/random-launches/scene.ts'
import { comeToRest, findWrong, pass } from '../test/random-launches/settled.ts'
import { launchCampaign } from './launch-campaign.ts'

const server = useApp()
const { owner } = useTeam(server)

const OPENING = { mayOpenAccount: true }

/** With a node that dies; false when it was over before. */
async function createDyingScene() {
  const scene = await createScene(server, owner)
  const { clock, platform, app, fated } = scene
  return {
    ...scene,
    async launchAndDieAt(moment: number, side: Side): Promise<boolean> {
      const dying = dyingNode(server.databaseUrl, moment, side)
      fated(dying.fate)
      const { deps, caller } = createAdsNode({ db: dying.db, clock, adPlatform: platform, app })
      const answered = await launchCampaign(deps, caller, app, SMART, OPENING).then(
        () => true,
        () => false,
      )
      fated(() => 'done')
      await dying.close().catch(() => {})
      expect(answered).toBe(!dying.isDead())
      return dying.isDead()
    },
  }
}

describe.each(['before', 'after'] as const)('a node that dies %s any of its steps', (side) => {
  test.each([
    ['opens the account', false],
    ['starts the campaign', true],
  ])('while it %s leaves one campaign or none', { tags: 'slow', timeout: 120_000 }, async (_, isTracked) => {
    let moment = 1
    const ends = new Set<string>()
    for (; ; moment++) {
      const { app, db, clock, platform, node, launch, track, launchAndDieAt } = await createDyingScene()
      const story = `died ${side} moment ${moment}`
      if (isTracked) {
        await launch({ campaign_name: 'First' })
        await track()
      }
      const first = isTracked ? 1 : 0
      const hasDied = await launchAndDieAt(moment, side)
      // Anyone who launches again before anything is known gets no second one.
      await launch()
      expect(platform.campaigns().length, story).toBeLessThanOrEqual(first + 1)
      await pass(node, clock, 125)
      await comeToRest(node, clock)
      expect(await findWrong(db, app.id, platform), story).toEqual([])
      ends.add(String(platform.campaigns().length - first))
      await launch()
      expect(platform.campaigns().length, story).toBe(first + 1)
      expect(await findWrong(db, app.id, platform), story).toEqual([])
      if (!hasDied) break
    }
    expect(moment).toBeGreaterThan(15)
    expect(ends).toContain('1')
  })
})
