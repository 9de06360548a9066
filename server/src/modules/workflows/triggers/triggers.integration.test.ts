import type { Trigger } from '@atrium/contract/workflows'
import type { Static } from 'typebox'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/app.ts'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useFunctions } from '../../functions/test/function-scene.ts'
import { createEngine } from '../engine/engine.ts'
import { startDueWorkflows } from './start-due-workflows.ts'

// Nothing carries out runs, and jobs run only when a test drains them.
const scene = useFunctions({ role: 'api' })
const { app, fake } = scene

const create = (trigger: Static<typeof Trigger>, fields: object = {}) =>
  app
    .as(scene.owner)
    .workflows.create(
      { app_id: scene.shop.id },
      { name: 'flow', definition: { do: [{ a: { set: 1 } }] }, trigger, ...fields },
    )
type Event = 'create' | 'update' | 'delete'
const onOrders = (events: Event[], condition?: Record<string, unknown>) =>
  create({ type: 'entity', entity_name: 'Order', events, ...(condition && { condition }) })
const of = (workflow: { id: string }) => ({ app_id: scene.shop.id, workflow_id: workflow.id })
const orders = () => ({ app_id: scene.shop.id, entity_name: 'Order' })
interface Run {
  status: string
  version: number
  trigger_type: string
  depth: number
  input: Record<string, unknown>
  error: object | null
}
const runs = () => app.sql<Run>`
  select status, version, trigger_type, depth, input, error from workflow_runs where app_id = ${scene.shop.id} order by id`
const setOrders = (properties: object) =>
  app.as(scene.owner).schemas.set({ app_id: scene.shop.id, name: 'Order' }, { properties } as never)

describe('changes of records', () => {
  beforeEach(() => setOrders({ total: { type: 'number' }, secret: { type: 'string', rls: { read: false } } }))

  test('start a run of the current version with the record, whole and as it was before', async () => {
    const made = await onOrders(['create', 'update', 'delete'])
    await app.as(scene.owner).workflows.update(of(made), { definition: { do: [{ a: { set: 2 } }] } })
    const { records } = app.as(scene.owner)
    const { id } = (await records.create(orders(), { total: 1, secret: 'x' })) as { id: string }
    await records.update({ ...orders(), entity_id: id }, { total: 2 })
    await records.delete({ ...orders(), entity_id: id })
    const about = { type: 'entity', entity_name: 'Order', record_id: id }
    const all = await runs()
    expect(all).toMatchObject([
      { input: { ...about, event: 'create', data: { id, total: 1, secret: 'x' } } },
      { input: { ...about, event: 'update', data: { total: 2 }, old_data: { total: 1 } } },
      { input: { ...about, event: 'delete', data: { total: 2 } } },
    ])
    expect(all[0]).toMatchObject({ status: 'queued', version: 2, trigger_type: 'entity', depth: 0 })
    expect(all[0]?.input).not.toHaveProperty('old_data')
  })

  test('start one for each record that meets the condition, and for the events that are wanted', async () => {
    await onOrders(['create'], { total: { $gte: 10 } })
    const { records } = app.as(scene.owner)
    await records.bulk_create(orders(), [{ total: 5 }, { total: 10 }, { total: 20 }])
    const many = { query: { total: { $gte: 10 } }, data: { $inc: { total: 1 } } }
    await records.update_many(orders(), many as never)
    expect((await runs()).map(({ input }) => input.event)).toEqual(['create', 'create'])
  })

  test('start functions and workflows, each by what it wants', async () => {
    const automations = [{ type: 'entity', entity_name: 'Order', events: ['create', 'update'] }]
    await scene.deploy('auto', { automations })
    await onOrders(['create'])
    const { records } = app.as(scene.owner)
    const { id } = (await records.create(orders(), { total: 1 })) as { id: string }
    await records.update({ ...orders(), entity_id: id }, { total: 2 })
    expect(await runs()).toHaveLength(1)
    const started = await app.as(scene.owner).automations.list_runs({ app_id: scene.shop.id, name: 'auto' })
    expect(started.items.map(({ event }) => event).sort()).toEqual(['create', 'update'])
    await app.atrium.jobs.drain()
  })

  test('start nothing without the change, while inactive, and after archiving', async () => {
    const made = await onOrders(['create'])
    const { records, workflows } = app.as(scene.owner)
    await expect(
      records.bulk_create(orders(), [{ total: 1 }, { total: 'no' }] as never),
    ).rejects.toMatchObject({
      status: 422,
    })
    await workflows.pause(of(made))
    await records.create(orders(), { total: 1 })
    await workflows.start(of(made))
    await workflows.archive(of(made))
    await records.create(orders(), { total: 1 })
    expect(await runs()).toEqual([])
  })

  test('count at once, also on other nodes', async () => {
    const second = await createTestApp({ database_url: app.databaseUrl, rate_limits: 'off', role: 'api' })
    try {
      const { records } = second.as(scene.owner)
      await records.create(orders(), { total: 1 })
      await onOrders(['create'])
      await expect
        .poll(async () => {
          await records.create(orders(), { total: 1 })
          return (await runs()).length
        })
        .toBeGreaterThan(0)
    } finally {
      await second.stop()
    }
  })

  test('are a failed run once the condition does not fit the entity any more', async () => {
    await onOrders(['create'], { total: 5 })
    await setOrders({ sum: { type: 'number' } })
    await app.as(scene.owner).records.create(orders(), { sum: 5 })
    expect(await runs()).toMatchObject([
      { status: 'failed', error: { code: 'condition_unfit', step_id: null }, input: { event: 'create' } },
    ])
  })

  test('a record that is too large comes by its id', async () => {
    await onOrders(['create'])
    await app.as(scene.owner).records.create(orders(), { secret: 'x'.repeat(300_000) })
    const [run] = await runs()
    expect(run?.input).toMatchObject({ data: { id: expect.any(String) }, truncated: true })
    expect(JSON.stringify(run)).not.toContain('xxx')
  })

  test('by a function carry how many calls led to them', async () => {
    await onOrders(['create'])
    fake.handle('order', async (_request, { api }) => {
      const path = `/api/apps/${scene.shop.id}/entities/Order`
      const headers = { 'content-type': 'application/json' }
      const body = Buffer.from('{"total": 1}')
      const { status } = await api({ as: 'service', method: 'POST', path, headers, body })
      return new Response(null, { status })
    })
    await scene.deploy('order')
    expect(
      (
        await scene.call('order', {
          method: 'POST',
          headers: { authorization: `Bearer ${scene.owner.token}` },
        })
      ).status,
    ).toBe(200)
    expect(await runs()).toMatchObject([{ depth: 1 }])
  })
})

describe('a schedule', () => {
  const context = { attempt: 1, signal: new AbortController().signal }
  const look = () => {
    const { db } = app.atrium
    // One that carries out nothing, because nobody lets it work.
    const workflowEngine = createEngine({ db, clock: app.clock } as never)
    return startDueWorkflows.run({ db, clock: app.clock, workflowEngine } as never, {}, context)
  }
  const next = async (id: string) =>
    (await app.sql<{ next_run_at: Date | null }>`select next_run_at from workflows where id = ${id}`)[0]
      ?.next_run_at

  test('starts one run for all times that were missed', async () => {
    holdClock(app.clock)
    const { id } = await create({ type: 'schedule', cron: '*/5 * * * *' })
    const first = await next(id)
    await look()
    expect(await runs()).toEqual([])
    app.clock.move(3_600)
    await look()
    await look()
    expect(await runs()).toMatchObject([
      { trigger_type: 'schedule', depth: 0, input: { type: 'schedule', scheduled_at: first?.toISOString() } },
    ])
    const later = (await next(id))?.getTime() ?? 0
    expect(later).toBeGreaterThan(app.clock.now().getTime())
    expect(later % 300_000).toBe(0)
  })

  test('nodes that look at the same time start it once', async () => {
    await create({ type: 'schedule', cron: '0 0 1 1 *' })
    await app.sql`update workflows set next_run_at = ${app.clock.now()} where app_id = ${scene.shop.id}`
    await Promise.all([look(), look(), look()])
    expect(await runs()).toHaveLength(1)
  })

  test('of a deleted app starts nothing', async () => {
    await create({ type: 'schedule', cron: '*/5 * * * *' })
    await app.as(scene.owner).apps.delete({ app_id: scene.shop.id })
    app.clock.move(3_600)
    await look()
    expect(await runs()).toEqual([])
  })
})

describe('a webhook', () => {
  const hooked = async (fields: object = {}) => {
    const made = await create({ type: 'webhook' }, fields)
    return { ...made, token: made.webhook_url?.split('/').at(-1) ?? '' }
  }
  const workflows = () => app.anonymous.workflows

  test('starts a run with the body as its input', async () => {
    const { token, webhook_url } = await hooked()
    const answer = await workflows().receive({ hook_token: token }, { order: 42 })
    expect(answer).toEqual({ run_id: expect.stringMatching(/^run_/), status: 'started' })
    for (const body of ['[1]', '"x"', undefined]) {
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(webhook_url ?? '', { method: 'POST', headers, body: body ?? null })
      expect(status).toBe(202)
    }
    expect((await runs()).map(({ input }) => input)).toEqual([{ order: 42 }, [1], 'x', {}])
    expect(await runs()).toMatchObject([
      { trigger_type: 'webhook', status: 'queued', version: 1 },
      {},
      {},
      {},
    ])
  })

  test('that is unknown, inactive, archived or of a deleted app is not found', async () => {
    const found = refusal(404, 'workflow_not_found')
    const { token, ...made } = await hooked({ status: 'inactive' })
    await expect(workflows().receive({ hook_token: 'wfh_unknown' }, {})).rejects.toEqual(found)
    await expect(workflows().receive({ hook_token: token }, {})).rejects.toEqual(found)
    await app.as(scene.owner).workflows.start(of(made))
    await workflows().receive({ hook_token: token }, {})
    await app.as(scene.owner).workflows.archive(of(made))
    await expect(workflows().receive({ hook_token: token }, {})).rejects.toEqual(found)
    const other = await hooked()
    await app.as(scene.owner).apps.delete({ app_id: scene.shop.id })
    await expect(workflows().receive({ hook_token: other.token }, {})).rejects.toEqual(found)
  })

  test('that is called together with others starts a run of its own workflow', async () => {
    const made = await Promise.all(['a', 'b', 'c'].map(async (name) => hooked({ name })))
    const tokens = [...made.flatMap(({ token }) => [token, token]), 'wfh_unknown']
    const answers = await Promise.allSettled(
      tokens.map((hook_token, at) => workflows().receive({ hook_token }, { at })),
    )
    const started = answers.map(({ status }) => status === 'fulfilled')
    expect(started).toEqual(tokens.map((token) => token !== 'wfh_unknown'))
    const rows = await app.sql<{ workflow_id: string; at: string }>`
      select workflow_id, input->>'at' as at from workflow_runs where app_id = ${scene.shop.id} order by input->>'at'`
    const expected = made.flatMap(({ id }, at) => [2 * at, 2 * at + 1].map((nth) => ({ id, nth })))
    expect(rows).toEqual(expected.map(({ id, nth }) => ({ workflow_id: id, at: String(nth) })))
  })

  test('that comes too often from one address is refused', async () => {
    const limits = new Map([['workflows.receive', 1]])
    const limited = await startApp({ database_url: app.databaseUrl, rate_limits: limits })
    const { token } = await hooked()
    const send = () => limited.anonymous.workflows.receive({ hook_token: token }, {})
    await send()
    await expect(send()).rejects.toEqual(refusal(429, 'rate_limited'))
  })

  test('that calls led to in circles is refused', async () => {
    const { token } = await hooked()
    const send = (depth: number) =>
      app.atrium.ownCalls.send(
        { depth, caller: null },
        {
          method: 'POST',
          url: `/api/workflow-hooks/${token}`,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from('{}'),
          address: '127.0.0.1',
        },
      )
    expect((await send(8)).status).toBe(202)
    const refused = await send(9)
    expect([refused.status, JSON.parse(refused.body.toString()).code]).toEqual([508, 'workflow_loop'])
    expect(await runs()).toMatchObject([{ depth: 8 }])
  })
})

test('what runs on publishing starts when the app is published', async () => {
  await create({ type: 'app_publish' })
  await create({ type: 'app_publish' }, { status: 'inactive' })
  const published = await app
    .as(scene.owner)
    .site.publish({ app_id: scene.shop.id }, { files: [{ path: 'index.html', content: 'x' }] } as never)
  await app.atrium.jobs.drain()
  const { id: revision_id, number } = published as unknown as { id: string; number: number }
  expect(await runs()).toMatchObject([
    {
      trigger_type: 'app_publish',
      input: { type: 'app_publish', revision_id, number, url: expect.any(String) },
    },
  ])
})

test('the workflows of a deleted app go with it', async () => {
  const { id } = await onOrders(['create'])
  await app.as(scene.owner).apps.delete({ app_id: scene.shop.id })
  await app.atrium.jobs.drain()
  expect(await app.sql`select id from workflows where id = ${id}`).toEqual([])
})
