/** Spec: POST …/tracking-scan/build-bootstrap-prompt. */
import { beforeEach, describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useMade } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import type { AdPlatform, ConversionGoal } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { adScene } from '../test/ad-scene.ts'
import { buildBootstrapPrompt } from './build-bootstrap-prompt.ts'
import { publishedGoals } from './published-goals.ts'
import { standardGoals } from './standard-goals.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner, viewer, stranger } = useTeam(app)
const scene = useMade(() => adScene(app, owner), beforeEach)

const build = (wire_events: boolean, app_id = scene.app_id) =>
  scene.client.ads.build_bootstrap_prompt({ app_id }, { wire_events })
const map = (fields: object = {}) =>
  scene.client.conversions.create_mapping(
    { app_id: scene.app_id },
    { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE', ...fields },
  )
const goals = async () => {
  const read = await scene.platform.listGoals(scene.customer_id)
  return read.outcome === 'done' ? read.value : []
}

describe('it is refused', () => {
  test('to those who cannot edit the app', async () => {
    const at = { app_id: scene.app_id }
    const body = { wire_events: false }
    await expect(app.as(viewer).ads.build_bootstrap_prompt(at, body)).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    await expect(app.as(stranger).ads.build_bootstrap_prompt(at, body)).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    expect(await goals()).toEqual([])
  })
  test.each([
    [{}, 'missing'],
    [{ wire_events: null }, 'bool_type'],
    [{ wire_events: 'true' }, 'bool_type'],
  ])('with the body %j', async (body, type) => {
    const call = scene.client.ads.build_bootstrap_prompt(
      { app_id: scene.app_id },
      body as { wire_events: boolean },
    )
    await expect(call).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'wire_events'], type }],
    })
  })
  test('while the account’s platform cannot be reached', async () => {
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    await expect(build(true)).rejects.toEqual(refusal(503, 'ad_platform_unavailable'))
  })
  test('when the platform has stopped the account', async () => {
    await app.sql`update ad_sandbox_accounts set status = 'SUSPENDED', stopped_at = now()
      where customer_id = ${scene.customer_id}`
    await expect(build(false)).rejects.toMatchObject({
      status: 400,
      code: 'rejected_by_platform',
      body: { reasons: [{ code: expect.any(String), message: expect.any(String) }] },
    })
  })
})

describe('without an account', () => {
  test('it is skipped and says nothing else', async () => {
    const { id } = await app.make.app(owner)
    for (const wire_events of [true, false])
      expect(await build(wire_events, id)).toEqual({ composer_prompt: '', skipped_reason: 'no_ads_account' })
  })
  test('it is, too, while the account is being opened', async () => {
    await app.sql`update ad_accounts set status = 'PENDING', platform_customer_id = null
      where id = ${scene.account_id}`
    expect(await build(true)).toEqual({ composer_prompt: '', skipped_reason: 'no_ads_account' })
  })
})

describe('with an account', () => {
  test('it makes the ten goals once, and the trail tells who asked', async () => {
    holdClock(app.clock)
    const first = await build(false)
    expect(first).toEqual({
      composer_prompt: expect.stringContaining('the app "Shop"'),
      conversion_id: '', // nothing was waited for, so the tag is not there yet
      actions_created_or_existing: 10,
      wired_mappings: 0,
    })
    const made = await goals()
    expect(made.map(({ name }) => name)).toContain('Shop – Purchase')
    app.clock.move(2)
    const again = await build(false)
    expect(again).toMatchObject({
      conversion_id: expect.stringMatching(/^AW-\d+$/),
      actions_created_or_existing: 10,
    })
    expect(again.composer_prompt).toContain(`gtag('config', '${again.conversion_id}')`)
    expect((await goals()).map(({ goal_id }) => goal_id)).toEqual(made.map(({ goal_id }) => goal_id))
    const { items } = await app
      .as(owner)
      .audit.list({ app_id: scene.app_id, action: 'ads.build_bootstrap_prompt' })
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      actor_id: owner.id,
      target_id: scene.account_id,
      detail: { wire_events: false },
    })
  })

  test('goals that are there count, and are not made again', async () => {
    await scene.platform.ensureGoals(scene.customer_id, [{ name: 'Mine', category: 'PURCHASE' }])
    expect(await build(false)).toMatchObject({ actions_created_or_existing: 10 })
    const purchases = (await goals()).filter(({ category }) => category === 'PURCHASE')
    expect(purchases.map(({ name }) => name)).toEqual(['Mine'])
  })

  test('without enabled mappings all ten goals are offered', async () => {
    await map({ is_enabled: false })
    const { wired_mappings, composer_prompt } = await build(true)
    expect(wired_mappings).toBe(10)
    for (const type of ['PURCHASE', 'PHONE_CALL_LEAD']) expect(composer_prompt).toContain(`- ${type}, when`)
  })

  test('with enabled mappings it waits until their tags are published', { tags: 'slow' }, async () => {
    await map()
    await map({ entity_name: 'Lead', conversion_type: 'CONTACT' })
    await map({ entity_name: 'Off', is_enabled: false })
    const built = await build(true)
    expect(built).toMatchObject({ wired_mappings: 2, conversion_id: expect.stringMatching(/^AW-\d+$/) })
    const labels = (await goals()).filter(({ category }) => ['PURCHASE', 'CONTACT'].includes(category))
    expect(labels).toHaveLength(2)
    for (const { tag } of labels)
      expect(built.composer_prompt).toContain(`send_to: '${tag?.conversion_id}/${tag?.label}'`)
    expect(built.composer_prompt).not.toContain('"Off"')
    // What the prompt says is what the scan looks for.
    const [, code = ''] = /```html\n(.*?)```/s.exec(built.composer_prompt) ?? []
    const calls = [...built.composer_prompt.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1])
    const { app_id } = scene
    await scene.client.source.write_file({ app_id, path: 'index.html' }, { content: code })
    await scene.client.source.write_file({ app_id, path: 'src/a.js' }, { content: calls.join('\n') })
    expect(await scene.client.ads.scan_tracking({ app_id })).toEqual({
      gaps: [],
      calls_count: 2,
      is_clean: true,
    })
  })

  test('with mappings but without events it wires none', async () => {
    await map()
    const { wired_mappings, composer_prompt } = await build(false)
    expect(wired_mappings).toBe(0)
    expect(composer_prompt).not.toContain("gtag('event'")
  })
})

/** The use case on a platform that fails in ways the sandbox does not. */
describe('a platform in trouble', () => {
  const waits: number[] = []
  async function buildOn(platform: Partial<AdPlatform>) {
    waits.length = 0
    const row = { id: scene.app_id, workspace_id: owner.workspace_id, name: 'Shop' }
    const deps = {
      db: app.atrium.db,
      adPlatform: { ...scene.platform, ...platform },
      access: { app: async () => row },
      audit: { record: async () => {} },
      wait: async (ms: number) => waits.push(ms),
    }
    return buildBootstrapPrompt(deps as unknown as Deps, {} as Caller, {
      params: { app_id: scene.app_id },
      query: {},
      headers: {},
      body: { wire_events: true },
    })
  }
  const away = { outcome: 'unavailable', message: 'away' } as const

  test('that publishes no tag is not waited for without enabled mappings', async () => {
    await map({ is_enabled: false })
    const listGoals = async () => ({
      outcome: 'done' as const,
      value: standardGoals('Shop').map(unpublished),
    })
    expect(await buildOn({ listGoals })).toMatchObject({ wired_mappings: 10 })
    expect(waits).toEqual([])
  })

  test.each([
    ['not reached', away],
    ['that may have made the goals', { outcome: 'unknown', message: 'lost' } as const],
  ])('%s: it can be tried again', async (_, outcome) => {
    const call = buildOn({ ensureGoals: async () => outcome })
    await expect(call).rejects.toMatchObject({
      code: 'ad_platform_unavailable',
      status: 503,
      headers: { 'Retry-After': '30' },
    })
  })

  test('that never publishes a tag is asked five times, a second apart', async () => {
    await map()
    let reads = 0
    const built = await buildOn({
      async listGoals() {
        reads++
        return { outcome: 'done', value: standardGoals('Shop').map(unpublished) }
      },
      accountTag: async () => ({ outcome: 'done', value: null }),
    })
    expect(reads).toBe(5)
    expect(waits).toEqual([1_000, 1_000, 1_000, 1_000])
    expect(built).toMatchObject({ conversion_id: '', wired_mappings: 1, actions_created_or_existing: 10 })
    expect(built.composer_prompt).toContain('The label is not published yet')
  })

  test('whose goals cannot be read any more leaves those it made', async () => {
    await map()
    const built = await buildOn({ listGoals: async () => away, accountTag: async () => away })
    expect(waits).toHaveLength(4)
    expect(built).toMatchObject({ conversion_id: '', actions_created_or_existing: 10, wired_mappings: 1 })
  })

  test('an id that is none is not baked in', async () => {
    const built = await buildOn({ accountTag: async () => ({ outcome: 'done', value: "AW-1'); evil('" }) })
    expect(built.conversion_id).toBe('')
    expect(built.composer_prompt).not.toContain('evil')
  })
})

describe('waiting for tags', () => {
  const wanted = { conversion_type: 'PURCHASE', conversion_action_id: null } as const
  const reading = (...answers: (ConversionGoal[] | null)[]) => {
    const waits: number[] = []
    const listGoals = async () => {
      const value = answers.shift() ?? null
      return value
        ? { outcome: 'done' as const, value }
        : { outcome: 'unavailable' as const, message: 'away' }
    }
    return { waits, deps: { adPlatform: { listGoals }, wait: async (ms: number) => waits.push(ms) } }
  }
  const all = standardGoals('Shop').map(unpublished)
  const withTag = all.map((goal) => ({ ...goal, tag: { conversion_id: 'AW-1', label: 'x' } }))

  test('ends as soon as they are there, past a read that failed', async () => {
    const { waits, deps } = reading(all, null, withTag, withTag)
    expect(await publishedGoals(deps, '1', [wanted])).toEqual(withTag)
    expect(waits).toHaveLength(2)
  })
  test('does not wait for goals that nobody needs, or that are not there', async () => {
    const one = reading(all)
    expect(await publishedGoals(one.deps, '1', [])).toEqual(all)
    const gone = reading(all)
    await publishedGoals(gone.deps, '1', [{ ...wanted, conversion_action_id: '99' }])
    expect([...one.waits, ...gone.waits]).toEqual([])
  })
  test('answers what was read last, or nothing', async () => {
    expect(await publishedGoals(reading(all, null, null, null, null).deps, '1', [wanted])).toEqual(all)
    expect(await publishedGoals(reading().deps, '1', [wanted])).toBeNull()
    expect(await publishedGoals(reading().deps, '1', [])).toBeNull()
  })
})

function unpublished(goal: ReturnType<typeof standardGoals>[number], n: number): ConversionGoal {
  const id = String(n + 1)
  return {
    ...goal,
    ...{ goal_id: id, counting: 'ONE_PER_CLICK', created_date: null, tag: null },
    resource_name: `customers/1/conversionActions/${id}`,
  }
}
