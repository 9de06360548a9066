import { beforeEach, describe, expect, test } from 'vitest'
import { toNoon } from '../../../../test/to-noon.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { storeRun, storeStep } from '../test/flow-scene.ts'
import { type EndedRun, statsOf } from './flow-stats.ts'

const run = (status: EndedRun['status'], fields: Partial<EndedRun> = {}): EndedRun => ({
  ...{ status, day: '2026-11-17', flow_version: 'a', start_url: null, app_revision: 1, duration_ms: 100 },
  ...fields,
})

describe('statistics', () => {
  test('of no run are empty', () => {
    expect(statsOf([])).toEqual({
      ...{ runs: 0, passed: 0, failed: 0, other: 0, flips: 0, flake_rate: 0, median_ms: null, days: [] },
    })
  })

  test.each<[string, EndedRun[], number, number]>([
    ['a test that only passes', [run('passed'), run('passed'), run('passed')], 0, 0],
    ['each change of the verdict', [run('passed'), run('failed'), run('passed'), run('passed')], 2, 0.667],
    ['not the first run', [run('failed')], 0, 0],
    ['not a change of the test', [run('passed'), run('failed', { flow_version: 'b' })], 0, 0],
    ['not a change of the app', [run('passed'), run('failed', { app_revision: 2 })], 0, 0],
    [
      'not another place to begin',
      [run('passed'), run('failed', { start_url: 'https://b.example.com/' })],
      0,
      0,
    ],
    [
      'not what nobody knows',
      [run('passed', { app_revision: null }), run('failed', { app_revision: null })],
      0,
      0,
    ],
    [
      'across runs that have no verdict',
      [run('passed'), run('cancelled'), run('error'), run('failed')],
      1,
      1,
    ],
    ['pairs, not runs', [run('passed'), run('failed'), run('failed', { flow_version: 'b' })], 1, 1],
  ])('count as flips %s', (_, runs, flips, flake_rate) => {
    expect(statsOf(runs)).toMatchObject({ flips, flake_rate })
  })

  test('have days in their order, with what it took where it came to an end', () => {
    const runs = [
      run('passed', { day: '2026-11-15', duration_ms: 300 }),
      run('failed', { day: '2026-11-15', duration_ms: 100 }),
      run('cancelled', { day: '2026-11-16', duration_ms: 9_000 }),
      run('passed', { duration_ms: 200 }),
      run('error', { duration_ms: null }),
    ]
    expect(statsOf(runs)).toMatchObject({
      ...{ runs: 5, passed: 2, failed: 1, other: 2, median_ms: 200 },
      days: [
        { day: '2026-11-15', passed: 1, failed: 1, other: 0, median_ms: 200 },
        { day: '2026-11-16', passed: 0, failed: 0, other: 1, median_ms: null },
        { day: '2026-11-17', passed: 1, failed: 0, other: 1, median_ms: 200 },
      ],
    })
  })
})

describe('flows.stats', () => {
  const app = useApp({ rate_limits: 'off' })
  const { owner, viewer } = useTeam(app)
  let at: { app_id: string; flow_id: string }
  beforeEach(async () => {
    toNoon(app.clock)
    const { id: app_id } = await app.make.app(owner)
    const { id: flow_id } = await app.as(owner).flows.create({ app_id }, { name: 'Lamp', goal: 'Buy a lamp' })
    at = { app_id, flow_id }
  })
  const ago = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000)
  const stats = () => app.as(viewer).flows.stats(at)

  test('are of the last 30 days and of runs that have ended', async () => {
    await storeRun(app, at, { status: 'failed', created_date: ago(31) })
    await storeRun(app, at, { status: 'failed', created_date: ago(2) })
    await storeRun(app, at, { created_date: ago(1) })
    await storeRun(app, at, { goal: 'Buy two', status: 'failed' })
    await storeRun(app, at, { status: 'running' })
    await storeRun(app, { ...at, app_id: (await app.make.app(owner)).id })
    const day = (days: number) => ago(days).toISOString().slice(0, 10)
    const none = { passed: 0, failed: 0, other: 0, median_ms: 1_000 }
    expect(await stats()).toEqual({
      ...{ runs: 3, passed: 1, failed: 2, other: 0, flips: 1, flake_rate: 1, median_ms: 1_000, steps: [] },
      days: [
        { ...none, day: day(2), failed: 1 },
        { ...none, day: day(1), passed: 1 },
        { ...none, day: day(0), failed: 1 },
      ],
    })
  })

  test('name the steps that fail or are healed, most often first, as they are called now', async () => {
    const healed = { before: {}, after: {}, reason: 'It was renamed' }
    const [first, second, old] = [
      await storeRun(app, at, { created_date: ago(2) }),
      await storeRun(app, at, { created_date: ago(1), status: 'failed' }),
      await storeRun(app, at, { created_date: ago(40), status: 'failed' }),
    ]
    await storeStep(app, first, 0, { id: 'fine' })
    await storeStep(app, first, 1, { id: 'add', healed, instruction: 'Click “Add”' })
    await storeStep(app, second, 0, { id: 'add', healed, instruction: 'Click “Buy”' })
    await storeStep(app, second, 1, { id: 'see', status: 'failed' })
    await storeStep(app, second, 2, { id: 'rest', status: 'skipped' })
    await storeStep(app, old, 0, { id: 'see', status: 'failed' })
    expect((await stats()).steps).toEqual([
      { step_id: 'add', instruction: 'Click “Buy”', failed: 0, healed: 2 },
      { step_id: 'see', instruction: 'Do see', failed: 1, healed: 0 },
    ])
  })

  test('look at a thousand runs and no more', async () => {
    const id = await storeRun(app, at)
    await app.sql`
      insert into test_executions (id, app_id, flow_id, flow_name, flow, status, trigger, created_date, started_at, completed_at)
      select id || '-' || lpad(n::text, 4, '0'), app_id, flow_id, flow_name, flow, status, trigger, created_date, started_at, completed_at
        from test_executions, generate_series(1, 1005) n where id = ${id}`
    expect(await stats()).toMatchObject({ runs: 1000, passed: 1000 })
  })
})
