/** What a launch or a change holds is free again at once when the platform did nothing. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { pauseCampaign } from '../campaigns/pause-campaign.ts'
import { resumeCampaign } from '../campaigns/resume-campaign.ts'
import type { Call, Fate } from '../test/random-launches/memory-platform.ts'
import { createScene } from '../test/random-launches/scene.ts'
import { enableWaiting } from './enable-waiting.ts'
import { markUnknown } from './launch-store.ts'

const server = useApp()
const { owner } = useTeam(server)

type Scene = Awaited<ReturnType<typeof createScene>>
const scene = () => createScene(server, owner)
const only = (call: Call, fate: Fate) => (called: Call) => (called === call ? fate : 'done')
const well = (): Fate => 'done'

/** Nobody has it, and nothing about it is open. */
const FREE = { claim_id: null, claimed_until: null, unsettled: null }
const held = async ({ db, app }: Scene) => {
  const { rows } = await sql<Record<string, unknown>>`
    select claim_id, claimed_until, unsettled from ad_campaigns where app_id = ${app.id}`.execute(db)
  return rows
}

describe('a launch', () => {
  test.each([
    ['createAccount', 'rejected', 'rejected_by_platform', 'rejected'],
    ['createAccount', 'unavailable', 'ad_platform_unavailable', 'released'],
    ['createCampaign', 'rejected', 'rejected_by_platform', 'rejected'],
    ['createCampaign', 'unavailable', 'ad_platform_unavailable', 'released'],
  ] as const)('whose %s is %s frees its draft', async (call, fate, code, state) => {
    const { fated, launch, states, platform } = await scene()
    fated(only(call, fate))
    expect(await launch()).toBe(code)
    fated(well)
    expect(await launch()).toBe('PAUSED')
    expect(await states()).toEqual([state, 'done'])
    expect(platform.campaigns()).toHaveLength(1)
  })

  test('that has gone on is not marked as unknown by who saw it before', async () => {
    const { db, app, clock, launch, states } = await scene()
    await launch()
    const { rows } = await sql<{ id: string }>`select id from ad_launches where app_id = ${app.id}`.execute(
      db,
    )
    const seen = { id: rows[0]?.id ?? '', state: 'campaign_sent' as const }
    const now = clock.now()
    expect(await markUnknown(db, seen, { step: 'campaign', message: 'gone', now, next: now })).toBeNull()
    expect(await states()).toEqual(['done'])
  })

  test('that cannot look for the account of another frees its own draft', async () => {
    const { fated, launch, states } = await scene()
    fated(only('createAccount', 'lost'))
    await launch()
    fated(only('findAccount', 'unavailable'))
    expect(await launch({ campaign_name: 'Other' })).toBe('ad_platform_unavailable')
    expect(await states()).toEqual(['outcome_unknown', 'released'])
  })

  test.each(['rejected', 'unavailable'] as const)('whose start is %s frees its campaign', async (fate) => {
    const tracked = await scene()
    await tracked.launch({ campaign_name: 'First' })
    await tracked.track()
    tracked.fated(only('setCampaignStatus', fate))
    expect(await tracked.launch()).toBe('PAUSED')
    expect(await held(tracked)).toEqual([FREE, FREE])
  })
})

describe('a change', () => {
  async function launched() {
    const made = await scene()
    await made.launch()
    const [campaign] = await made.campaigns()
    const params = { app_id: made.app.id, campaign_id: campaign?.id ?? '' }
    const input = { params, query: {}, headers: {}, body: undefined }
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => error.code,
      )
    return {
      ...made,
      pause: () => code(pauseCampaign(made.node.deps, made.node.caller, input)),
      resume: () => code(resumeCampaign(made.node.deps, made.node.caller, input)),
    }
  }

  test.each([
    ['rejected', 'rejected_by_platform'],
    ['unavailable', 'ad_platform_unavailable'],
  ] as const)('that is %s frees its campaign', async (fate, code) => {
    const made = await launched()
    made.fated(only('setCampaignStatus', fate))
    expect(await made.pause()).toBe(code)
    expect(await held(made)).toEqual([FREE])
  })

  test('that is refused before it is sent frees its campaign', async () => {
    const made = await launched()
    await sql`update ad_accounts set billing_hold = true where app_id = ${made.app.id}`.execute(made.db)
    expect(await made.resume()).toBe('billing_hold')
    expect(await held(made)).toEqual([FREE])
  })

  test('that cannot learn what became of the one before it leaves that as it was', async () => {
    const made = await launched()
    made.fated(only('setCampaignStatus', 'lost'))
    expect(await made.pause()).toBe('outcome_unknown')
    made.fated(only('readCampaigns', 'unavailable'))
    expect(await made.resume()).toBe('ad_platform_unavailable')
    expect(await held(made)).toEqual([{ ...FREE, unsettled: 'pause' }])
    made.fated(well)
    expect(await made.resume()).toBe('done')
    expect(await held(made)).toEqual([FREE])
  })

  test('that leaves a campaign alone, since somebody pauses it, frees it', async () => {
    const made = await launched()
    await made.track()
    await sql`update ad_campaigns set unsettled = 'pause', unsettled_since = now()
      where app_id = ${made.app.id}`.execute(made.db)
    expect(await enableWaiting(made.node.deps, made.app.id)).toEqual({ enabled: 0, failed: 0 })
    expect(await held(made)).toEqual([{ ...FREE, unsettled: 'pause' }])
  })

  test('whose answer comes after another took the campaign over does not undo the other’s', async () => {
    const made = await launched()
    const { node, clock, onTheWay, platform } = made
    await made.track()
    let other = ''
    let travels = 0
    onTheWay(async (call) => {
      // There and back: the platform has paused it when this happens.
      if (call !== 'setCampaignStatus' || ++travels < 2) return
      onTheWay(async () => {})
      clock.move(121)
      other = await made.resume()
    })
    expect(await made.pause()).toBe('done')
    expect([other, travels]).toEqual(['done', 2])
    expect(platform.campaigns()).toMatchObject([{ status: 'ENABLED' }])
    expect(await made.campaigns()).toMatchObject([{ status: 'ENABLED', unsettled: null }])
    expect(await enableWaiting(node.deps, made.app.id)).toEqual({ enabled: 0, failed: 0 })
  })
})
