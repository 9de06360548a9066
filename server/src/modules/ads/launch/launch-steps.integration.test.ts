/** Every way in which the calls of a launch can end. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { createAdsNode } from '../test/random-launches/ads-node.ts'
import type { Call, Fate } from '../test/random-launches/memory-platform.ts'
import { createScene } from '../test/random-launches/scene.ts'
import { comeToRest, findWrong, pass } from '../test/random-launches/settled.ts'
import { enableWaiting, enableWaitingCampaigns } from './enable-waiting.ts'
import { purgeLaunches } from './purge-launches.ts'

const server = useApp()
const { owner } = useTeam(server)

const scene = () => createScene(server, owner)
const only = (call: Call, fate: Fate) => (called: Call) => (called === call ? fate : 'done')
const well = (): Fate => 'done'

describe('an account', () => {
  test('that the platform rejects is forgotten, and the draft is free', async () => {
    const { fated, launch, account, states, platform } = await scene()
    fated(only('createAccount', 'rejected'))
    expect(await launch()).toBe('rejected_by_platform')
    expect([await account(), await states()]).toEqual([undefined, ['rejected']])
    fated(well)
    expect(await launch()).toBe('PAUSED')
    expect(platform.accounts()).toHaveLength(1)
  })

  test('that cannot be asked for is forgotten, and the draft is free', async () => {
    const { fated, launch, account, states } = await scene()
    fated(only('createAccount', 'unavailable'))
    expect(await launch()).toBe('ad_platform_unavailable')
    expect([await account(), await states()]).toEqual([undefined, ['released']])
  })

  test('that was opened though the answer is lost is found, and then the draft is free', async () => {
    const { fated, launch, account, states, node, clock, platform } = await scene()
    fated(only('createAccount', 'applied'))
    expect(await launch()).toBe('outcome_unknown')
    expect(await account()).toMatchObject({ status: 'PENDING', platform_customer_id: null })
    expect(await launch()).toBe('outcome_unknown')
    expect(platform.accounts()).toHaveLength(1)
    fated(well)
    await pass(node, clock, 2)
    expect(await account()).toMatchObject({ status: 'ACTIVE' })
    expect(await states()).toEqual(['released'])
    expect(await launch()).toBe('PAUSED')
    expect(platform.accounts()).toHaveLength(1)
  })

  test('that nobody knows of is looked for by the next launch, and not asked for again', async () => {
    const { fated, launch, account, states, platform } = await scene()
    fated(only('createAccount', 'lost'))
    expect(await launch()).toBe('outcome_unknown')
    fated(well)
    expect(await launch({ campaign_name: 'Other' })).toBe('outcome_unknown')
    expect(await states()).toEqual(['outcome_unknown', 'released'])
    expect(platform.accounts()).toHaveLength(0)
    expect(await account()).toMatchObject({ status: 'PENDING' })
    fated(only('findAccount', 'unavailable'))
    expect(await launch({ campaign_name: 'Other' })).toBe('ad_platform_unavailable')
  })

  test('that was lost on its way is given up after half an hour', async () => {
    const { db, app, fated, launch, account, states, node, clock, platform } = await scene()
    fated(only('createAccount', 'lost'))
    expect(await launch()).toBe('outcome_unknown')
    fated(well)
    await comeToRest(node, clock)
    expect([await account(), await states()]).toEqual([undefined, ['released']])
    expect(await launch()).toBe('PAUSED')
    expect(await findWrong(db, app.id, platform)).toEqual([])
  })

  test('that another launch is about to open is waited for', async () => {
    const { launch, platform, onTheWay } = await scene()
    const opening = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    onTheWay(async (call) => {
      if (call !== 'createAccount') return
      asked.resolve()
      await opening.promise
    })
    const first = launch()
    await asked.promise
    const second = launch({ campaign_name: 'Other' })
    await new Promise((wait) => setTimeout(wait, 200))
    opening.resolve()
    expect(await Promise.all([first, second])).toEqual(['PAUSED', 'PAUSED'])
    expect(platform.accounts()).toHaveLength(1)
  })

  test('that is open is neither asked nor looked for again', async () => {
    const { fated, launch, states, platform } = await scene()
    expect(await launch()).toBe('PAUSED')
    fated((call) => (call === 'createAccount' || call === 'findAccount' ? 'unavailable' : 'done'))
    expect(await launch({ campaign_name: 'Other' })).toBe('PAUSED')
    expect(await states()).toEqual(['done', 'done'])
    expect(platform.accounts()).toHaveLength(1)
  })

  test('is not opened by who may not', async () => {
    const { launch, states, fated } = await scene()
    expect(await launch({}, false)).toBe('no_ads_account')
    expect(await states()).toEqual([])
    fated(only('createAccount', 'lost'))
    await launch()
    fated(well)
    expect(await launch({ campaign_name: 'Other' }, false)).toBe('outcome_unknown')
  })
})

describe('a campaign', () => {
  test('that takes so long that it was given up in the meantime is kept all the same', async () => {
    const { db, app, launch, platform, onTheWay, node, clock } = await scene()
    await launch({ campaign_name: 'First' })
    onTheWay(async (call) => {
      if (call !== 'createCampaign') return
      onTheWay(async () => {})
      await pass(node, clock, 125)
    })
    expect(await launch()).toBe('PAUSED')
    await comeToRest(node, clock)
    expect(await findWrong(db, app.id, platform)).toEqual([])
    expect(platform.campaigns()).toHaveLength(2)
  })

  test('whose launch another has taken over is not sent a second time', async () => {
    const { db, app, launch, onTheWay, platform, states } = await scene()
    onTheWay(async (call) => {
      if (call !== 'createAccount') return
      await sql`update ad_launches set state = 'outcome_unknown', unknown_step = 'account' where app_id = ${app.id}`.execute(
        db,
      )
    })
    expect(await launch()).toBe('outcome_unknown')
    expect(platform.campaigns()).toEqual([])
    expect(await states()).toEqual(['outcome_unknown'])
  })

  test('that comes late is found', async () => {
    const { launch, fated, node, clock, states, campaigns } = await scene()
    fated(only('createCampaign', 'late'))
    expect(await launch()).toBe('outcome_unknown')
    fated(well)
    for (const seconds of [2, 10, 30, 120]) await pass(node, clock, seconds)
    expect([await states(), await campaigns()]).toEqual([['outcome_unknown'], []])
    await pass(node, clock, 600)
    expect([await states(), await campaigns()]).toMatchObject([['done'], [{ status: 'PAUSED' }]])
  })

  test('that cannot be looked for is not given up', async () => {
    const { launch, fated, node, clock, states } = await scene()
    fated((call) =>
      call === 'createCampaign' ? 'applied' : call.startsWith('find') ? 'unavailable' : 'done',
    )
    expect(await launch()).toBe('outcome_unknown')
    for (let hours = 0; hours < 5; hours++) await pass(node, clock, 3600)
    expect(await states()).toEqual(['outcome_unknown'])
    fated(well)
    await pass(node, clock, 3600)
    expect(await states()).toEqual(['done'])
  })

  test('that is started when tracking is verified while it is made', async () => {
    const { app, launch, onTheWay, node, track, campaigns } = await scene()
    await launch({ campaign_name: 'First' })
    onTheWay(async (call) => {
      if (call !== 'createCampaign') return
      await track()
      onTheWay(async () => {})
      await enableWaiting(node.deps, app.id)
    })
    expect(await launch()).toBe('ENABLED')
    expect((await campaigns()).map(({ status }) => status)).toEqual(['ENABLED', 'ENABLED'])
  })
})

describe('campaigns that wait for tracking', () => {
  test('are started once it is verified, except those that somebody has paused', async () => {
    const { db, app, launch, node, track, campaigns } = await scene()
    await launch()
    await launch({ campaign_name: 'Paused' })
    const [first, paused] = await campaigns()
    await sql`update ad_campaigns set pause_reason = 'user' where id = ${paused?.id}`.execute(db)
    expect(await enableWaiting(node.deps, app.id)).toEqual({ enabled: 0, failed: 0 })
    await track()
    expect(await enableWaiting(node.deps, app.id)).toEqual({ enabled: 1, failed: 0 })
    expect(await campaigns()).toMatchObject([
      { id: first?.id, status: 'ENABLED', pause_reason: null },
      { id: paused?.id, status: 'PAUSED', pause_reason: 'user' },
    ])
    const { rows } = await sql<{ detail: object }>`select detail from audit_log
      where app_id = ${app.id} and action = 'campaigns.resume'`.execute(db)
    expect(rows).toEqual([{ detail: { reason: 'tracking_verified' } }])
  })

  test('stay paused when somebody pauses them while others are being started', async () => {
    const { db, app, launch, node, track, campaigns, onTheWay } = await scene()
    await launch()
    await launch({ campaign_name: 'Other' })
    await track()
    onTheWay(async () => {
      await sql`update ad_campaigns set pause_reason = 'user'
        where app_id = ${app.id} and claim_id is null and status = 'PAUSED'`.execute(db)
    })
    expect(await enableWaiting(node.deps, app.id)).toEqual({ enabled: 1, failed: 0 })
    const found = await campaigns()
    expect(found.map(({ status, pause_reason }) => [status, pause_reason]).sort()).toEqual([
      ['ENABLED', null],
      ['PAUSED', 'user'],
    ])
  })

  test('stay paused while a pause of theirs is on its way', async () => {
    const { db, app, launch, node, track, campaigns } = await scene()
    await launch()
    await track()
    await sql`update ad_campaigns set unsettled = 'pause', unsettled_since = now() where app_id = ${app.id}`.execute(
      db,
    )
    expect(await enableWaiting(node.deps, app.id)).toEqual({ enabled: 0, failed: 0 })
    expect(await campaigns()).toMatchObject([{ status: 'PAUSED', unsettled: 'pause' }])
  })

  test.each([
    ['the workspace', sql`update workspaces set billing_hold = true where id = `],
    ['the account', sql`update ad_accounts set billing_hold = true where app_id = `],
  ])('stay paused while %s is on hold', async (whose, statement) => {
    const person = await server.make.person('owner')
    const { app, launch, node, track, campaigns } = await createScene(server, person)
    await launch()
    await track()
    const id = whose === 'the workspace' ? person.workspace_id : app.id
    await server.sql`${statement}${id}`
    expect(await enableWaiting(node.deps, app.id)).toEqual({ enabled: 0, failed: 0 })
    expect(await campaigns()).toMatchObject([{ status: 'PAUSED', pause_reason: 'tracking_pending' }])
  })

  test('are tried again when the platform cannot be reached', async () => {
    const { app, launch, node, track, campaigns, fated, clock } = await scene()
    await launch()
    await track()
    fated(only('setCampaignStatus', 'unavailable'))
    expect(await enableWaiting(node.deps, app.id)).toEqual({ enabled: 0, failed: 1 })
    // A job that ends well is not tried again.
    const context = { attempt: 1, signal: new AbortController().signal }
    const again = enableWaitingCampaigns.run(node.deps, { app_id: app.id }, context)
    await expect(again).rejects.toThrow('could not be started')
    fated(well)
    await pass(node, clock, 31)
    expect(await campaigns()).toMatchObject([{ status: 'ENABLED' }])
  })

  test('are all asked for, also after one that cannot be started', async () => {
    const { app, launch, node, track, campaigns, fated, clock } = await scene()
    for (const campaign_name of ['One', 'Two', 'Three']) await launch({ campaign_name })
    await track()
    const fates: Fate[] = ['rejected', 'unavailable']
    fated((call) => (call === 'setCampaignStatus' ? (fates.shift() ?? 'done') : 'done'))
    expect(await enableWaiting(node.deps, app.id)).toEqual({ enabled: 1, failed: 2 })
    await pass(node, clock, 31)
    expect((await campaigns()).map(({ status }) => status)).toEqual(['ENABLED', 'ENABLED', 'ENABLED'])
  })
})

describe('launches that nobody looks after', () => {
  test('before anything was sent are released', async () => {
    const { launch, fated, states, node, clock, db, app } = await scene()
    fated(only('createCampaign', 'crash before'))
    await launch()
    await sql`update ad_launches set state = 'started' where app_id = ${app.id}`.execute(db)
    expect(await launch()).toBe('launch_in_progress')
    await pass(node, clock, 119)
    expect(await states()).toEqual(['started'])
    await pass(node, clock, 2)
    expect(await states()).toEqual(['released'])
  })

  test('are looked for by the sweeper when their job is gone', async () => {
    const { app, db, clock, platform, launch, fated, states } = await scene()
    fated(only('createCampaign', 'applied'))
    expect(await launch()).toBe('outcome_unknown')
    fated(well)
    const other = createAdsNode({ db, clock, adPlatform: platform, app })
    await pass(other, clock, 65)
    expect(await states()).toEqual(['done'])
  })

  test('and came to nothing are forgotten after 90 days', async () => {
    const { launch, fated, states, node, clock } = await scene()
    fated(only('createCampaign', 'rejected'))
    await launch()
    fated(well)
    await launch()
    const purge = () =>
      purgeLaunches.run(node.deps, {} as never, { attempt: 1, signal: new AbortController().signal })
    clock.move(89 * 86_400)
    await purge()
    expect(await states()).toEqual(['rejected', 'done'])
    clock.move(2 * 86_400)
    await purge()
    expect(await states()).toEqual(['done'])
  })
})
