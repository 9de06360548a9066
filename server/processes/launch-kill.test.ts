/** Campaigns, launched on two nodes at once while one of them is killed. */
import { expect, test } from 'vitest'
import { sweepCampaigns } from '../src/modules/ads/campaigns/sweep-campaigns.ts'
import { sweepLaunches } from '../src/modules/ads/launch/sweep-launches.ts'
import { SMART } from '../src/modules/ads/test/advertiser.ts'
import { createTestApp } from '../test/app.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { startTestNode, startTestNodes } from './test-nodes.ts'
import { until } from './until.ts'

const ROUNDS = 3
const LAUNCHERS = 3

test('kill -9 during launches makes no campaign twice and loses none', async () => {
  const { nodes, token, query, url, ...database } = await startTestNodes(2, { RATE_LIMITS: 'off' })
  const [first, survivor] = nodes
  const { id: app_id } = await clientOf(survivor, token).apps.create({ name: 'Shop' })
  const answered = new Map<string, string>()
  const sent = new Set<string>()

  /** Launches one draft after the other, as does the other node at the same time, until its node is gone. */
  let isOver = false
  async function launch(node: NodeProcess, launcher: string) {
    for (let i = 0; !isOver; i++) {
      const campaign_name = `${launcher} ${i}`
      sent.add(campaign_name)
      const campaign = { ...SMART, campaign_name }
      try {
        const made = await clientOf(node, token).ads.launch({ app_id }, { campaign })
        expect(answered.has(campaign_name)).toBe(false)
        answered.set(campaign_name, made.campaign.id)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : null
        if (code !== 'already_launched' && code !== 'launch_in_progress' && code !== 'outcome_unknown') {
          if (node === survivor) throw error
          return
        }
      }
    }
  }

  for (let round = 0, victim = first; round < ROUNDS; round++) {
    isOver = false
    const names = Array.from({ length: LAUNCHERS }, (_, at) => `${round}.${at}`)
    const both = names.flatMap((name) => [launch(victim, name), launch(survivor, name)])
    const enough = answered.size + 20
    await until('enough launches', () => answered.size >= enough)
    await victim.kill('SIGKILL')
    isOver = true
    await Promise.all(both)
    if (round < ROUNDS - 1)
      victim = await startTestNode({ settings: { ...database.settings, RATE_LIMITS: 'off' } })
  }
  await survivor.kill('SIGTERM')

  const app = await createTestApp({ database_url: url, rate_limits: 'off' })
  try {
    for (const seconds of [0, 300, 5, 15, 700, 1900]) {
      app.clock.move(seconds)
      for (const job of [sweepLaunches, sweepCampaigns]) await app.atrium.jobs.send(app.atrium.db, job, {})
      await app.atrium.jobs.drain()
    }
    const unsettled = await query("select state from ad_launches where state not in ('done', 'released')")
    expect(unsettled).toEqual([])
    const living = await query(`
      select v.settings ->> 'name' as name, c.id
        from ad_sandbox_campaigns s
        join ad_sandbox_versions v on v.campaign_id = s.campaign_id and v.version = 1
        left join ad_campaigns c on c.platform_campaign_id = s.campaign_id`)
    const byName = new Map(living.map(({ name, id }) => [name, id]))
    expect(byName.size).toBe(living.length)
    expect(living.filter(({ id }) => id === null)).toEqual([])
    for (const [name, id] of answered) expect(byName.get(name)).toBe(id)

    // What was sent and is not there can be launched; what is there cannot.
    const { ads } = app.as(token)
    for (const campaign_name of sent) {
      const again = ads.launch({ app_id }, { campaign: { ...SMART, campaign_name } })
      const campaign_id = byName.get(campaign_name)
      if (campaign_id === undefined) await again
      else await expect(again).rejects.toMatchObject({ code: 'already_launched', body: { campaign_id } })
    }
  } finally {
    await app.stop()
  }
})
