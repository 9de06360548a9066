import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { createFakeBrowsers } from '../../../ports/browser/test/fake-browser.ts'
import { ADD, SEE, useTestRuns } from '../test/test-run-scene.ts'
import { carryOutTestRun } from './carry-out-test-run.ts'
import { resumeTestRuns } from './resume-test-runs.ts'
import { testRunStore } from './test-run-store.ts'
import { testStepStore } from './test-step-store.ts'

const scene = useTestRuns()
const { app, at, browsers, owner, client } = scene
const { makeFlow, start, drain, read, report, run, hang, cancel, holds, uses, rowOf } = scene

/** As the schedule does, and what that brings. */
const resume = async () => {
  await transaction(app.atrium.db, (tx) => app.atrium.jobs.send(tx, resumeTestRuns, {}))
  await drain()
}
const testUsers = async () => (await app.sql`select from app_users where app_id = ${at.app_id}`).length
/** Credits are held only where there is a limit. */
const limit = (monthly_limit: number | null) =>
  app.sql`update workspaces set monthly_limit = ${monthly_limit} where id = ${owner.workspace_id}`
/** The first step is done while it is still being stored that it began. */
const hasBegun = (id: string) => expect.poll(async () => (await read(id)).steps[0]?.status).toBe('running')
/** A run whose worker is gone without a word. */
async function lost(flow?: { id: string }) {
  const { id } = await start((flow ?? (await makeFlow())).id)
  const claimed = await testRunStore(app.atrium.db).claimOldest('worker_gone', app.clock.now())
  expect(claimed?.id).toBe(id)
  return id
}

describe('credits', () => {
  test('are held while a run waits, spent at its end, refused when used up', { tags: 'slow' }, async () => {
    await limit(1)
    try {
      const flow = await makeFlow()
      const { id } = await start(flow.id)
      expect([await holds(), await uses()]).toEqual([1, 0])
      await expect(start((await makeFlow()).id)).rejects.toEqual(refusal(402, 'credits_exhausted'))
      expect((await client().test_runs.list(at)).items.length).toBe(1)
      await cancel(id)
      expect([await holds(), await uses()]).toEqual([0, 0])
      browsers.site['/'] = { nodes: [] }
      expect((await run(flow)).status).toBe('failed')
      expect([await holds(), await uses()]).toEqual([0, 1])
      await expect(start(flow.id)).rejects.toEqual(refusal(402, 'credits_exhausted'))
    } finally {
      await limit(null)
    }
  })

  test('are released when a run cannot be carried out', async () => {
    await limit(1_000)
    try {
      browsers.problem = 'Install Chromium.'
      const ended = await run()
      expect(ended).toMatchObject({
        status: 'error',
        error: { code: 'browser_unavailable', message: 'Install Chromium.' },
        started_at: expect.any(String),
      })
      expect(await report(ended.id)).toMatchObject({ verdict: 'error', failure_category: 'environment' })
      expect([await holds(), await uses()]).toEqual([0, 0])
    } finally {
      await limit(null)
    }
  })
})

describe('a run ends', () => {
  test('when the page does not open: the first step says so', async () => {
    browsers.site['/'] = { fault: 'unreachable' }
    const ended = await run()
    expect(ended).toMatchObject({
      status: 'failed',
      error: { code: 'page_unreachable' },
      steps: [{ status: 'failed', error: { code: 'page_unreachable' } }, { status: 'skipped' }],
    })
    expect(await report(ended.id)).toMatchObject({ failure_category: 'environment', failed_step_id: 'add' })
  })

  test('when no browser starts, or the page crashes', async () => {
    browsers.failNext('unavailable')
    expect(await run()).toMatchObject({ status: 'error', error: { code: 'browser_unavailable' } })
    browsers.site['/'] = {
      nodes: [{ role: 'button', name: 'Add to cart', does: { click: { crash: true } } }],
    }
    expect(await run()).toMatchObject({ status: 'failed', error: { code: 'page_crashed' } })
    expect(browsers.closed).toBe(browsers.opened)
  })

  test('when its time is over', async () => {
    const { began } = hang()
    const steps = [{ ...ADD, timeout_ms: 60_000 }, SEE]
    const { id } = await start((await makeFlow({ steps, timeout_seconds: 77 })).id)
    // Over when the step has begun: a short time might be over before that.
    const late = new AbortController()
    const { timeout } = AbortSignal
    const timers = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 77_000 ? late.signal : timeout.call(AbortSignal, ms)))
    onTestFinished(() => timers.mockRestore())
    const drained = drain()
    await began
    late.abort(new DOMException('Its time is over.', 'TimeoutError'))
    await drained
    expect(await read(id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'timeout',
      error: { code: 'run_timed_out' },
      steps: [{ status: 'failed', error: { code: 'run_timed_out' } }, { status: 'skipped' }],
    })
    expect(await report(id)).toMatchObject({ verdict: 'cancelled', failure_category: 'environment' })
    expect(browsers.closed).toBe(browsers.opened)
    expect(await uses()).toBe(0)
  })
})

describe('the user of a run', () => {
  test('is there while it runs, signs in to the API of the app, and is removed', async () => {
    const { began, go } = hang()
    const { id } = await start((await makeFlow({ role: 'user', steps: [{ ...ADD, timeout_ms: 60_000 }] })).id)
    const drained = drain()
    await began
    expect(await testUsers()).toBe(1)
    expect((await rowOf(id))?.test_user_id).toEqual(expect.any(String))
    const { authorization, secrets, ownOrigins } = browsers.sessions.at(-1)?.options ?? {}
    expect(authorization).toMatchObject({ prefix: `${app.baseUrl}/api/apps/${at.app_id}/` })
    expect(secrets).toContain(authorization?.token)
    expect(ownOrigins).toContain(app.baseUrl)
    go()
    await drained
    expect(await read(id)).toMatchObject({ status: 'passed', role: 'user' })
    expect(await testUsers()).toBe(0)
    expect((await rowOf(id))?.test_user_id).toBeNull()
  })

  test('is removed after failures, and for a worker that was lost', { tags: 'slow' }, async () => {
    browsers.failNext('unavailable')
    expect((await run(await makeFlow({ role: 'user' }))).status).toBe('error')
    expect(await testUsers()).toBe(0)
    const { began, go } = hang()
    const { id } = await start((await makeFlow({ role: 'user', steps: [{ ...ADD, timeout_ms: 60_000 }] })).id)
    const drained = drain()
    await began
    // Another server believes that this one is gone and ends the run.
    await app.sql`update test_executions set worker = 'worker_other', tries = 2, leased_until = now() - interval '1 hour'
                   where id = ${id}`
    await app.sql`update test_executions set cancel_requested_at = now() where id = ${id}`
    await resume()
    expect(await read(id)).toMatchObject({ status: 'cancelled' })
    expect(await testUsers()).toBe(0)
    go()
    await drained
    expect(await read(id)).toMatchObject({ status: 'cancelled', steps: [{ status: 'skipped' }] })
  })
})

describe('test_runs.cancel', () => {
  test('ends a run that waits', async () => {
    const { id } = await start((await makeFlow()).id)
    expect(await cancel(id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'user',
      completed_at: expect.any(String),
      duration_ms: null,
    })
    await drain()
    expect(await read(id)).toMatchObject({ status: 'cancelled' })
    expect(await report(id)).toMatchObject({
      verdict: 'cancelled',
      summary: 'The run was cancelled. No step had begun.',
      failure_category: null,
    })
    await expect(cancel(id)).rejects.toEqual(refusal(409, 'test_run_ended'))
    expect((await client().audit.list({ app_id: at.app_id, action: 'test_runs.cancel' })).items.length).toBe(
      1,
    )
    expect(browsers.opened).toBe(browsers.closed)
  })

  test('closes the browser of a step that hangs, and returns when it is closed', async () => {
    const { began } = hang()
    const { id } = await start((await makeFlow({ steps: [{ ...ADD, timeout_ms: 60_000 }, SEE] })).id)
    const drained = drain()
    await began
    await hasBegun(id)
    expect(await read(id)).toMatchObject({
      status: 'running',
      steps: [{ status: 'running' }, { status: 'waiting' }],
    })
    expect(await cancel(id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'user',
      steps: [{ status: 'skipped' }, { status: 'skipped' }],
    })
    expect(browsers.closed).toBe(browsers.opened)
    await drained
    expect(await uses()).toBe(0)
  })

  test('comes with the deletion of the test, and the run stays', async () => {
    const { began } = hang()
    const flow = await makeFlow({ steps: [{ ...ADD, timeout_ms: 60_000 }] })
    const { id } = await start(flow.id)
    const drained = drain()
    await began
    await client().flows.delete({ ...at, flow_id: flow.id })
    expect(browsers.closed).toBe(browsers.opened)
    await drained
    expect(await read(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'flow_deleted' })
  })

  test('reaches a run on another server', { tags: 'slow' }, async () => {
    const other = await startApp({ database_url: app.databaseUrl, rate_limits: 'off' }, { browsers })
    const { began } = hang()
    const { id } = await start((await makeFlow({ steps: [{ ...ADD, timeout_ms: 60_000 }] })).id)
    const drained = other.atrium.jobs.drain()
    await began
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'user' })
    expect(browsers.closed).toBe(browsers.opened)
    await drained
  })

  test('ends a run without its worker when that does not answer in time', { tags: 'slow' }, async () => {
    const id = await lost()
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'user' })
    expect((await rowOf(id))?.worker).toBeNull()
  })

  test('does not wait for a worker that is gone', async () => {
    const id = await lost()
    app.clock.move(61)
    expect(await cancel(id)).toMatchObject({ status: 'cancelled' })
  })
})

describe('a worker that is lost', () => {
  test('is followed by another, and the run fails when that is lost too', async () => {
    const id = await lost()
    await resume()
    expect((await rowOf(id))?.worker).toBe('worker_gone')
    app.clock.move(61)
    await testRunStore(app.atrium.db).claimOldest('worker_gone_too', app.clock.now())
    app.clock.move(61)
    await resume()
    expect(await read(id)).toMatchObject({ status: 'error', error: { code: 'worker_lost' } })
    expect(await report(id)).toMatchObject({ failure_category: 'environment' })
    const again = await lost()
    app.clock.move(61)
    await resume()
    expect(await read(again)).toMatchObject({ status: 'passed' })
    expect((await rowOf(again))?.tries).toBe(2)
  })

  test('changes nothing when it comes back', async () => {
    const { began, go } = hang()
    const { id } = await start((await makeFlow({ steps: [{ ...ADD, timeout_ms: 60_000 }] })).id)
    const drained = drain()
    await began
    await hasBegun(id)
    const row = await rowOf(id)
    await app.sql`update test_executions set worker = 'worker_new' where id = ${id}`
    const late = { id, worker: row?.worker ?? '' }
    const steps = testStepStore(app.atrium.db)
    expect(await steps.begin(late, 0, app.clock.now())).toBe(false)
    expect(await testRunStore(app.atrium.db).extend(late, app.clock.now())).toBeUndefined()
    expect(await testRunStore(app.atrium.db).release(late)).toBe(false)
    go()
    await drained
    expect(await read(id)).toMatchObject({ status: 'running', steps: [{ status: 'running' }] })
    expect((await app.sql`select from test_artifacts where execution_id = ${id}`).length).toBe(0)
    await expect(report(id)).rejects.toEqual(refusal(409, 'test_run_unfinished'))
  })

  test.each([
    [0, 59, { status: 'passed' }],
    [0, 61, { status: 'error', error: { code: 'browser_unavailable' } }],
    [1, 119, { status: 'passed' }],
    [1, 121, { status: 'error', error: { code: 'browser_unavailable' } }],
  ])('or no browser for an hour ends what waits; after %i tries %i minutes', async (tries, minutes, end) => {
    const { id } = await start((await makeFlow()).id)
    await app.sql`delete from pgboss.job where name = ${carryOutTestRun.name}`
    await app.sql`update test_executions set tries = ${tries}, created_date = created_date - make_interval(mins => ${minutes})
                   where id = ${id}`
    await resume()
    expect(await read(id)).toMatchObject(end)
  })

  test('or a lost job is no reason to wait for ever', async () => {
    const { id } = await start((await makeFlow()).id)
    await app.sql`delete from pgboss.job where name = ${carryOutTestRun.name}`
    await resume()
    expect(await read(id)).toMatchObject({ status: 'passed' })
  })
})

describe('a server that works', () => {
  test('has no more runs than browsers, takes the next when one ends, and hands back when it stops', {
    tags: 'slow',
  }, async () => {
    const worker = await startApp(
      { database_url: app.databaseUrl, rate_limits: 'off', role: 'all' },
      { browsers },
    )
    worker.clock.move((app.clock.now().getTime() - worker.clock.now().getTime()) / 1_000)
    const { began } = hang()
    const flows = [await makeFlow(), await makeFlow(), await makeFlow()].map(({ id }) => id)
    await app.sql`update test_flows set steps = jsonb_set(steps::jsonb, '{0,timeout_ms}', '60000')
                   where app_id = ${at.app_id}`
    const ids: string[] = []
    for (const flow of flows) ids.push((await start(flow)).id)
    await began
    const statuses = async () => (await Promise.all(ids.map(read))).map(({ status }) => status)
    await expect.poll(statuses).toEqual(['running', 'running', 'queued'])
    expect((await cancel(ids[0] ?? '')).status).toBe('cancelled')
    await expect.poll(statuses).toEqual(['cancelled', 'running', 'running'])
    await expect.poll(() => browsers.sessions.filter(({ isOpen }) => isOpen).length).toBe(2)
    await worker.atrium.stop()
    expect(await statuses()).toEqual(['cancelled', 'queued', 'queued'])
    expect(browsers.closed).toBe(browsers.opened)
    expect((await rowOf(ids[1] ?? ''))?.tries).toBe(0)
    expect((await read(ids[1] ?? '')).steps).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }])
    for (const id of ids.slice(1)) await cancel(id)
  })

  test('leaves what it has no room for to another at once', { tags: 'slow' }, async () => {
    const { began, go } = hang()
    const { site } = browsers
    const nodes = [createFakeBrowsers(site, { most: 1 }), createFakeBrowsers(site, { most: 1 })]
    for (const own of nodes) {
      const node = await startApp({ database_url: app.databaseUrl, role: 'all' }, { browsers: own })
      node.clock.move((app.clock.now().getTime() - node.clock.now().getTime()) / 1_000)
    }
    const steps = [{ ...ADD, timeout_ms: 60_000 }, SEE]
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.push((await start((await makeFlow({ steps })).id)).id)
    await began
    const statuses = async () => (await Promise.all(ids.map(read))).map(({ status }) => status)
    await expect.poll(statuses).toEqual(['running', 'running', 'queued'])
    await expect.poll(() => nodes.map(({ opened, closed }) => opened - closed)).toEqual([1, 1])
    go()
    await expect.poll(statuses).toEqual(['passed', 'passed', 'passed'])
  })
})
