import { MAX_OPEN_TEST_RUNS } from '@atrium/contract/test-runs'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { FAKE_JPEG } from '../../../ports/browser/test/fake-browser.ts'
import { storeRun } from '../test/flow-scene.ts'
import { ADD, SEE, START, useTestRuns } from '../test/test-run-scene.ts'

const scene = useTestRuns()
const { app, at, browsers, owner, viewer, stranger } = scene
const { client, makeFlow, start, drain, read, report, run } = scene

const none = 'exe_06bcz0k3v4n8q1t5w7x9y2a3b4'
const artifact = (execution_id: string, artifact_id: string, token = owner.token) =>
  fetch(
    `${app.baseUrl}/api/apps/${at.app_id}/testing-agent/executions/${execution_id}/artifacts/${artifact_id}`,
    { headers: { authorization: `Bearer ${token}` } },
  )

describe('test_runs.start', () => {
  test('refuses those who cannot edit the app, and tests that are not there', async () => {
    const flow = await makeFlow()
    const body = { flow_id: flow.id }
    await expect(app.as(viewer).test_runs.start(at, body)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(app.as(stranger).test_runs.start(at, body)).rejects.toEqual(refusal(404, 'app_not_found'))
    const missing = { flow_id: 'flw_06bcz0k3v4n8q1t5w7x9y2a3b4' }
    await expect(client().test_runs.start(at, missing)).rejects.toEqual(refusal(404, 'flow_not_found'))
    expect((await client().test_runs.list(at)).items).toEqual([])
  })

  test('refuses a second run while one waits, also from two tabs at once', async () => {
    const flow = await makeFlow()
    const both = await Promise.allSettled([start(flow.id), start(flow.id), start(flow.id)])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toEqual([refusal(409, 'flow_running'), refusal(409, 'flow_running')])
    expect((await client().audit.list({ app_id: at.app_id, action: 'test_runs.start' })).items.length).toBe(1)
    await drain()
    expect((await start(flow.id)).status).toBe('queued')
  })

  test('refuses a test without an address, and addresses that are none', async () => {
    const flow = await makeFlow({ start_url: null })
    await expect(start(flow.id)).rejects.toEqual(refusal(409, 'no_start_address'))
    const sent = (start_url: string) => client().test_runs.start(at, { flow_id: flow.id, start_url })
    await expect(sent('/cart')).rejects.toEqual(refusal(409, 'no_start_address'))
    await expect(sent('ftp://example.com/')).rejects.toEqual(refusal(422, 'validation_error'))
    expect((await sent('https://preview.example.com/x')).start_url).toBe('https://preview.example.com/x')
  })

  test('begins at the site of the app, whatever else of this server its address names', async () => {
    const files = [{ path: 'index.html', content: '<p>Lamps' }]
    await client().site.publish(at, { files })
    const site = `${app.baseUrl}/sites/${at.app_id}/`
    await client().apps.update(at, { published_url: `${app.baseUrl}/metrics` })
    expect(await start((await makeFlow({ start_url: null })).id)).toMatchObject({ start_url: site })
    const cart = await start((await makeFlow({ start_url: '/cart' })).id)
    expect(cart).toMatchObject({ start_url: `${site}cart` })
  })

  test('refuses when too many wait', { tags: 'slow' }, async () => {
    const flows = await Promise.all(Array.from({ length: MAX_OPEN_TEST_RUNS + 1 }, () => makeFlow()))
    const asked = await Promise.allSettled(flows.map(({ id }) => start(id)))
    expect(asked.filter(({ status }) => status === 'fulfilled').length).toBe(MAX_OPEN_TEST_RUNS)
    expect(asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([
      refusal(409, 'test_queue_full'),
    ])
    // Another app has a queue of its own.
    at.app_id = (await app.make.app(owner)).id
    expect((await start((await makeFlow()).id)).status).toBe('queued')
  })

  test('says who started it, and how', async () => {
    const flow = await makeFlow()
    const session = app.as(await app.make.session(owner))
    expect(await session.test_runs.start(at, { flow_id: flow.id })).toMatchObject({
      flow_id: flow.id,
      flow_name: 'Buy',
      status: 'queued',
      trigger: 'manual',
      started_by: owner.email,
      start_url: START,
      step_count: 2,
      steps: [{ status: 'waiting' }, { status: 'waiting' }],
    })
    await drain()
    expect(await start(flow.id)).toMatchObject({ trigger: 'api', started_by: owner.email })
  })
})

describe('a run', () => {
  test('does the steps and reports that they passed', async () => {
    const done = await run()
    expect(done).toMatchObject({
      status: 'passed',
      error: null,
      steps_passed: 2,
      steps: [
        { id: 'add', status: 'passed', resolved_by: 'explicit', url: `${START}cart` },
        { id: 'see', status: 'passed' },
      ],
    })
    expect(done.duration_ms).toBeGreaterThanOrEqual(0)
    expect(browsers.happened).toEqual(['open', 'goto /', 'click button "Add to cart"', 'goto /cart', 'close'])
    const made = await report(done.id)
    expect(made).toMatchObject({
      verdict: 'passed',
      summary: 'All 2 steps passed.',
      failure_category: null,
      failed_step_id: null,
      first_bad_state: null,
      last_good_execution_id: null,
    })
    expect(made.artifacts.map(({ kind, step_id }) => [kind, step_id])).toEqual([
      ['snapshot', null],
      ['screenshot', 'add'],
      ['snapshot', 'add'],
      ['screenshot', 'see'],
      ['snapshot', 'see'],
    ])
  })

  test('ends with the first step that fails; the others are skipped and the trace is kept', async () => {
    const flow = await makeFlow()
    await run(flow)
    browsers.site['/cart'] = {
      nodes: [{ role: 'heading', name: 'Oops' }],
      failed_requests: [{ method: 'GET', url: `${START}api/cart`, status: 500, error: null }],
    }
    const failed = await run(
      await makeFlow({
        steps: [ADD, SEE, { instruction: 'Wait', kind: 'wait', params: { milliseconds: 1 } }],
      }),
    )
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: expect.any(String) },
      steps: [{ status: 'passed' }, { status: 'failed' }, { status: 'skipped' }],
    })
    const made = await report(failed.id)
    expect(made).toMatchObject({
      verdict: 'failed',
      failure_category: 'app_bug',
      failed_step_id: 'see',
      first_bad_state: {
        step_id: 'add',
        kind: 'failed_request',
        message: `GET ${START}api/cart: status 500`,
      },
    })
    expect(made.artifacts.at(-1)).toMatchObject({ kind: 'trace', content_type: 'application/zip' })
  })

  test('is compared with the last run that passed', { tags: 'slow' }, async () => {
    const flow = await makeFlow()
    const good = await run(flow)
    // One of another app that names the same test is none of its own.
    await storeRun(app, { app_id: (await app.make.app(owner)).id, flow_id: flow.id })
    await client().schemas.set({ ...at, name: 'Order' }, { properties: { n: { type: 'number' } } })
    browsers.site['/'] = {
      nodes: [{ role: 'button', name: 'Put into basket', does: { click: { goto: '/cart' } } }],
    }
    const bad = await run(flow)
    const made = await report(bad.id)
    expect(made).toMatchObject({
      failure_category: 'test_outdated',
      failed_step_id: 'add',
      last_good_execution_id: good.id,
    })
    expect(made.differences).toContainEqual(
      expect.objectContaining({ step_id: 'add', what: 'status', before: 'passed', after: 'failed' }),
    )
    const page = made.differences.find(({ what }) => what === 'page')
    expect(page?.before).toContain('Add to cart')
    expect(page?.after).toContain('Put into basket')
    // The same test and the same app: now it comes and goes.
    browsers.site['/'] = {
      nodes: [{ role: 'button', name: 'Add to cart', does: { click: { goto: '/cart' } } }],
    }
    expect((await run(flow)).status).toBe('passed')
    browsers.site['/'] = { nodes: [] }
    expect(await report((await run(flow)).id)).toMatchObject({ failure_category: 'flaky' })
    // What passed was another test: this one never did.
    await client().flows.update({ ...at, flow_id: flow.id }, { steps: flow.steps.slice(0, 1) })
    const { failure_category } = await report((await run(flow)).id)
    expect(failure_category).not.toBe('flaky')
  })

  test('without steps goes by its goal', async () => {
    const flow = await makeFlow({ steps: [], goal: 'Click Add to cart\nSee Your cart' })
    const planned = await run(flow)
    expect(planned).toMatchObject({ status: 'passed', steps: [{ id: 's1' }, { id: 's2' }] })
    const vague = await run(await makeFlow({ steps: [], goal: '\n' }))
    expect(vague).toMatchObject({ status: 'error', error: { code: 'not_understood' } })
    expect(await report(vague.id)).toMatchObject({ verdict: 'error', failure_category: 'agent_error' })
  })
})

describe('steps in words', () => {
  const WORDS = [{ instruction: 'Click “Add to cart”' }, { instruction: 'See “Your cart”' }]

  test('are understood once; later runs do what was understood', async () => {
    const flow = await makeFlow({ steps: WORDS })
    const resolved = async () => (await run(flow)).steps.map(({ resolved_by }) => resolved_by)
    expect(await resolved()).toEqual(['rules', 'rules'])
    expect(await resolved()).toEqual(['cache', 'cache'])
    // What a person wrote exactly needs no understanding.
    expect(await report((await run()).id)).toMatchObject({ model_calls: 0 })
  })

  test('need a model, or what was understood before, where rules are turned off', {
    tags: 'slow',
  }, async () => {
    const without = await startApp(
      { database_url: app.databaseUrl, rate_limits: 'off', language_model: 'none' },
      { browsers },
    )
    const outcome = async (fields: Parameters<typeof makeFlow>[0], known?: { id: string }) => {
      const { id } = await start((known ?? (await makeFlow(fields))).id)
      await without.atrium.jobs.drain()
      const { status, error } = await read(id)
      return [status, error?.code]
    }
    expect(await outcome({ steps: WORDS })).toEqual(['error', 'model_unavailable'])
    expect(await outcome({ steps: [] })).toEqual(['error', 'model_unavailable'])
    expect(await outcome({})).toEqual(['passed', undefined])
    const planned = await makeFlow({ steps: [], goal: 'Click “Add to cart”\nSee “Your cart”' })
    expect((await run(planned)).status).toBe('passed')
    expect(await outcome({}, planned)).toEqual(['passed', undefined])
  })
})

describe('test_runs.list', () => {
  test('pages, filters, and keeps the runs of deleted tests', async () => {
    const [one, other] = [await makeFlow(), await makeFlow()]
    const first = await run(one)
    const second = await run(other)
    const third = await start(one.id)
    type Query = Parameters<ReturnType<typeof client>['test_runs']['list']>[1]
    const ids = async (query: Query = {}) =>
      (await client().test_runs.list(at, query)).items.map(({ id }) => id)
    expect(await ids()).toEqual([third.id, second.id, first.id])
    expect(await ids({ flow_id: one.id })).toEqual([third.id, first.id])
    expect(await ids({ status: 'queued' })).toEqual([third.id])
    expect(await ids({ flow_id: one.id, status: 'passed' })).toEqual([first.id])
    const page = await client().test_runs.list(at, { limit: 2 })
    expect(page).toMatchObject({
      has_more: true,
      items: [{ step_count: 2, steps_passed: 0 }, { steps_passed: 2 }],
    })
    expect(await ids({ limit: 2, cursor: page.next_cursor ?? '' })).toEqual([first.id])
    await client().flows.delete({ ...at, flow_id: one.id })
    expect(await ids({ flow_id: one.id })).toEqual([third.id, first.id])
    expect(await read(third.id)).toMatchObject({ status: 'cancelled', cancel_reason: 'flow_deleted' })
    expect(await report(first.id)).toMatchObject({ verdict: 'passed', flow_name: 'Buy' })
    await expect(app.as(stranger).test_runs.list(at)).rejects.toEqual(refusal(404, 'app_not_found'))
    expect((await app.as(viewer).test_runs.list(at)).items.length).toBe(3)
  })
})

describe('reading a run', () => {
  test('refuses runs of others, and reports of runs that have not ended', async () => {
    const { id } = await start((await makeFlow()).id)
    const of = { ...at, execution_id: id }
    const missing = { ...at, execution_id: none }
    const foreign = { ...of, app_id: (await app.make.app(owner)).id }
    await expect(report(id)).rejects.toEqual(refusal(409, 'test_run_unfinished'))
    for (const path of [missing, foreign]) {
      await expect(client().test_runs.read(path)).rejects.toEqual(refusal(404, 'test_run_not_found'))
      await expect(client().test_runs.report(path)).rejects.toEqual(refusal(404, 'test_run_not_found'))
      await expect(client().test_runs.cancel(path)).rejects.toEqual(refusal(404, 'test_run_not_found'))
    }
    const other = app.as(stranger).test_runs
    await expect(other.read(of)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(other.report(of)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(other.cancel(of)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(app.as(viewer).test_runs.cancel(of)).rejects.toEqual(refusal(403, 'editor_required'))
  })

  test('gives the evidence as it was stored, harmless for the browser that shows it', async () => {
    const done = await run()
    const [step] = done.steps
    const screenshot = await artifact(done.id, step?.screenshot_id ?? '')
    expect(screenshot.status).toBe(200)
    expect(screenshot.headers.get('content-type')).toBe('image/jpeg')
    expect(screenshot.headers.get('x-content-type-options')).toBe('nosniff')
    expect(screenshot.headers.get('content-security-policy')).toContain('sandbox')
    expect(screenshot.headers.get('cache-control')).toMatch(/^private/)
    expect(Buffer.from(await screenshot.arrayBuffer())).toEqual(FAKE_JPEG)
    const snapshot = await artifact(done.id, step?.snapshot_id ?? '')
    expect(snapshot.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await snapshot.text()).toContain('Your cart')
  })

  test('refuses evidence that is not there, or that others ask for', async () => {
    const done = await run()
    const id = done.steps[0]?.screenshot_id ?? ''
    const codeOf = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { code: string }).code
    expect(await codeOf(artifact(done.id, 'art_none'))).toBe('test_artifact_not_found')
    expect(await codeOf(artifact(none, id))).toBe('test_run_not_found')
    expect(await codeOf(artifact(done.id, id, stranger.token))).toBe('app_not_found')
    const other = await run()
    expect(await codeOf(artifact(other.id, id))).toBe('test_artifact_not_found')
    await app.sql`update test_artifacts set storage_key = 'tests/gone' where id = ${id}`
    expect(await codeOf(artifact(done.id, id))).toBe('test_artifact_not_found')
    at.app_id = (await app.make.app(owner)).id
    expect(await codeOf(artifact(done.id, id))).toBe('test_run_not_found')
  })
})
