import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/app.ts'
import { refusal } from '../../../../test/refusal.ts'
import { purgeHistory } from '../purge-history.ts'
import { useFunctions } from '../test/function-scene.ts'

// Jobs run only when a test drains them.
const scene = useFunctions({ role: 'api' })
const { app, fake } = scene
type Event = 'create' | 'update' | 'delete'
const at = () => ({ app_id: scene.shop.id, entity_name: 'Order' })
const runs = async (name = 'auto', query = {}) =>
  (await app.as(scene.owner).automations.list_runs({ app_id: scene.shop.id, name }, query)).items
const onOrders = (events: Event[], condition?: object) => ({
  automations: [{ type: 'entity', entity_name: 'Order', events, ...(condition && { condition }) }],
})
let received: { headers: Headers; body: Record<string, unknown> }[] = []
const answerWith = (status: () => number) =>
  fake.handle('auto', async (request) => {
    received.push({ headers: request.headers, body: (await request.json()) as Record<string, unknown> })
    return new Response('answer', { status: status() })
  })

beforeEach(async () => {
  received = []
  answerWith(() => 200)
  const properties = { total: { type: 'number' }, secret: { type: 'string', rls: { read: false } } }
  await app.as(scene.owner).schemas.set({ app_id: scene.shop.id, name: 'Order' }, { properties } as never)
  await app.atrium.jobs.drain()
})

describe('on changes of records', () => {
  test('a function is called with the record, whole and as it was before', { tags: 'slow' }, async () => {
    const declared = onOrders(['create', 'update', 'delete'])
    await scene.deploy('auto', declared)
    const { records } = app.as(scene.owner)
    const { id } = (await records.create(at(), { total: 1, secret: 'x' })) as { id: string }
    await records.update({ ...at(), entity_id: id }, { total: 2 })
    await records.delete({ ...at(), entity_id: id })
    expect(received).toEqual([])
    await app.atrium.jobs.drain()
    const [automation] = declared.automations
    const about = { type: 'entity', entity_name: 'Order', record_id: id, automation }
    expect(received.map(({ body }) => body)).toMatchObject([
      { ...about, event: 'create', data: { id, total: 1, secret: 'x' } },
      { ...about, event: 'update', data: { total: 2 }, old_data: { total: 1 } },
      { ...about, event: 'delete', data: { total: 2 } },
    ])
    expect(received[0]?.body).not.toHaveProperty('old_data')
    expect(received[0]?.headers.get('content-type')).toBe('application/json')
    expect(received[0]?.headers.get('x-atrium-user')).toBeNull()
    expect(await runs()).toMatchObject([
      { event: 'delete', status: 'succeeded', attempts: 1, record_id: id, error: null, automation },
      { event: 'update', status: 'succeeded' },
      { event: 'create', status: 'succeeded', started_at: expect.any(String), ended_at: expect.any(String) },
    ])
    const calls = async () =>
      (await app.as(scene.owner).functions.list_invocations({ app_id: scene.shop.id, name: 'auto' })).items
    await expect.poll(async () => (await calls()).length).toBe(3)
    expect((await calls())[0]).toMatchObject({ trigger: 'automation', method: 'POST', status: 200 })
  })

  test('by every way records change, one run for each that the condition matches', async () => {
    await scene.deploy('auto', onOrders(['create', 'update', 'delete'], { total: { $gte: 10 } }))
    const { records } = app.as(scene.owner)
    const count = async (change: () => Promise<unknown>) => {
      const before = received.length
      await change()
      await app.atrium.jobs.drain()
      return received.length - before
    }
    expect(await count(() => records.bulk_create(at(), [{ total: 5 }, { total: 10 }, { total: 20 }]))).toBe(2)
    const many = { query: { total: { $gte: 10 } }, data: { $inc: { total: 1 } } }
    expect(await count(() => records.update_many(at(), many as never))).toBe(2)
    expect(received.at(-1)?.body).toMatchObject({ event: 'update', old_data: { total: expect.any(Number) } })
    const upserted = { key: 'total', records: [{ total: 11 }, { total: 99 }] }
    expect(await count(() => records.upsert(at(), upserted as never))).toBe(2)
    expect(await count(() => records.delete_many(at(), {} as never))).toBe(3)
    const other = { app_id: scene.shop.id, entity_name: 'User' }
    expect(await count(() => records.create(other, { total: 50 } as never))).toBe(0)
  })

  test('a record that is too large comes by its id', async () => {
    await scene.deploy('auto', onOrders(['create']))
    const secret = 'x'.repeat(300_000)
    const { id } = (await app.as(scene.owner).records.create(at(), { secret })) as { id: string }
    await app.atrium.jobs.drain()
    expect(received.map(({ body }) => body)).toMatchObject([{ record_id: id, data: { id }, truncated: true }])
    expect(JSON.stringify(received)).not.toContain('xxx')
  })

  test('there is no run without its change', async () => {
    await scene.deploy('auto', onOrders(['create']))
    const { records } = app.as(scene.owner)
    await expect(records.bulk_create(at(), [{ total: 1 }, { total: 'no' }] as never)).rejects.toMatchObject({
      status: 422,
    })
    expect(await runs()).toEqual([])
  })

  test('a deployment, and its end, count at once, also on other nodes', { tags: 'slow' }, async () => {
    const second = await createTestApp(
      { database_url: app.databaseUrl, rate_limits: 'off', role: 'api' },
      { functionRuntime: fake.make },
    )
    try {
      const { records } = second.as(scene.owner)
      await records.create(at(), { total: 1 })
      await scene.deploy('auto', onOrders(['create']))
      await expect
        .poll(async () => {
          await records.create(at(), { total: 1 })
          return (await runs()).length
        })
        .toBeGreaterThan(0)
    } finally {
      await second.stop()
    }
    await app.as(scene.owner).records.create(at(), { total: 1 })
    const before = (await runs()).length
    await scene.deploy('auto')
    await app.as(scene.owner).records.create(at(), { total: 1 })
    expect((await runs()).length).toBe(before)
    await app.atrium.jobs.drain()
  })

  test('a condition on a field that is not there is refused; one that does not fit later is a failed run', async () => {
    await expect(scene.deploy('auto', onOrders(['create'], { nope: 1 }))).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'automations', 0, 'condition', 'nope'] }] },
    })
    await scene.deploy('auto', onOrders(['create'], { total: 1 }))
    const properties = { other: { type: 'number' } }
    await app.as(scene.owner).schemas.set({ app_id: scene.shop.id, name: 'Order' }, { properties } as never)
    await app.as(scene.owner).records.create(at(), { other: 1 })
    expect(await runs()).toMatchObject([
      { status: 'failed', attempts: 0, error: expect.stringContaining('condition') },
    ])
  })

  test('as the service, past rules, and never round in circles', async () => {
    await scene.deploy('auto', onOrders(['create']))
    fake.handle('auto', async (request, { api }) => {
      received.push({ headers: request.headers, body: (await request.json()) as Record<string, unknown> })
      const body = Buffer.from('{"total": 1}')
      const { status } = await api({
        method: 'POST',
        path: `/api/apps/${scene.shop.id}/entities/Order`,
        headers: { 'content-type': 'application/json' },
        body,
      })
      return new Response(null, { status })
    })
    await app.as(scene.owner).records.create(at(), { total: 1 })
    await app.atrium.jobs.drain()
    expect(received).toHaveLength(8)
    const [last, ...others] = await runs()
    expect(last).toMatchObject({ status: 'failed', attempts: 0, error: expect.stringContaining('8 times') })
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    expect(received.slice(1).map(({ body }) => (body.data as { created_by: string }).created_by)).toEqual(
      Array.from({ length: 7 }, () => 'service'),
    )
  })
})

describe('on schedule', () => {
  const due = () =>
    sql`update function_automations set next_run_at = ${app.clock.now()} where app_id = ${scene.shop.id}`.execute(
      app.atrium.db,
    )
  const next = async () => {
    const { rows } = await sql<{ id: string; next_run_at: Date }>`
      select id, next_run_at from function_automations where app_id = ${scene.shop.id} order by declared ->> 'cron' collate "C" desc`.execute(
      app.atrium.db,
    )
    return rows
  }
  const startDue = async () => {
    const { startDueAutomations } = await import('./start-due-automations.ts')
    const { jobs, db } = app.atrium
    await jobs.send(db, startDueAutomations as never, {} as never)
    await jobs.drain()
  }

  test('a function is called when its time has come, once for all that was missed', async () => {
    const automations = [{ type: 'schedule', cron: '*/5 * * * *', timezone: 'Europe/Berlin' }]
    await scene.deploy('auto', { automations })
    await startDue()
    expect(received).toEqual([])
    app.clock.move(3_600)
    await startDue()
    expect(received.map(({ body }) => body)).toEqual([
      { type: 'schedule', scheduled_at: expect.any(String), automation: automations[0] },
    ])
    await startDue()
    expect(received).toHaveLength(1)
    const [{ next_run_at } = { next_run_at: new Date(0) }] = await next()
    expect(next_run_at.getTime()).toBeGreaterThan(app.clock.now().getTime())
    expect(next_run_at.getTime() % 300_000).toBe(0)
    expect(await runs()).toMatchObject([{ status: 'succeeded', event: null, record_id: null }])
  })

  test('nodes that look at the same time start it once', async () => {
    await scene.deploy('auto', { automations: [{ type: 'schedule', cron: '0 0 1 1 *' }] })
    await due()
    const { startDueAutomations } = await import('./start-due-automations.ts')
    const { db, jobs } = app.atrium
    const context = { attempt: 1, signal: new AbortController().signal }
    const look = () => startDueAutomations.run({ db, clock: app.clock, jobs } as never, {}, context)
    await Promise.all([look(), look(), look()])
    expect(await runs()).toHaveLength(1)
  })

  test('what is deployed again keeps its next time', async () => {
    const schedule = (cron: string) => ({ type: 'schedule', cron })
    await scene.deploy('auto', { automations: [schedule('0 9 * * *'), schedule('0 10 * * *')] })
    const before = await next()
    await scene.deploy('auto', { automations: [schedule('0 9 * * *'), schedule('0 11 * * *')] })
    const after = await next()
    expect(after.map(({ id }) => id)).toContain(before[0]?.id)
    expect(after.map(({ id }) => id)).not.toContain(before[1]?.id)
  })
})

describe('a run that fails', () => {
  const change = () => app.as(scene.owner).records.create(at(), { total: 1 })

  test('by a 5xx is tried again three times, and then it has failed', async () => {
    await scene.deploy('auto', onOrders(['create']))
    answerWith(() => 503)
    await change()
    await app.atrium.jobs.drain()
    expect(await runs()).toMatchObject([
      { status: 'queued', attempts: 1, error: 'The function answered 503' },
    ])
    for (const [seconds, attempts] of [
      [8, 1],
      [3, 2],
      [50, 2],
      [11, 3],
      [290, 3],
    ] as const) {
      app.clock.move(seconds)
      await app.atrium.jobs.drain()
      expect(await runs()).toMatchObject([{ status: 'queued', attempts }])
    }
    app.clock.move(11)
    await app.atrium.jobs.drain()
    expect(await runs()).toMatchObject([{ status: 'failed', attempts: 4, ended_at: expect.any(String) }])
    expect(received).toHaveLength(4)
  })

  test('may succeed the next time', async () => {
    await scene.deploy('auto', onOrders(['create']))
    fake.handle('auto', () => ({ type: 'crashed', message: 'gone' }))
    await change()
    await app.atrium.jobs.drain()
    expect(await runs('auto', { status: 'queued' })).toMatchObject([
      { error: expect.stringContaining('logs') },
    ])
    answerWith(() => 201)
    app.clock.move(11)
    await app.atrium.jobs.drain()
    expect(await runs()).toMatchObject([{ status: 'succeeded', attempts: 2, error: null }])
  })

  test('by a 4xx is not tried again', async () => {
    await scene.deploy('auto', onOrders(['create']))
    answerWith(() => 422)
    await change()
    await app.atrium.jobs.drain()
    expect(await runs()).toMatchObject([
      { status: 'failed', attempts: 1, error: 'The function answered 422' },
    ])
  })

  test('because its automation, or its function, is gone says so', async () => {
    await scene.deploy('auto', onOrders(['create']))
    await change()
    await scene.deploy('auto')
    await app.atrium.jobs.drain()
    expect(await runs()).toMatchObject([
      { status: 'failed', error: expect.stringContaining('automation was removed') },
    ])
    await scene.deploy('auto', onOrders(['create']))
    await change()
    await app.as(scene.owner).functions.delete({ app_id: scene.shop.id, name: 'auto' })
    await app.atrium.jobs.drain()
    await expect(runs()).rejects.toEqual(refusal(404, 'function_not_found'))
    await scene.deploy('auto')
    expect((await runs())[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('function was deleted'),
    })
    expect(received).toEqual([])
  })
})

describe('the runs', () => {
  test('are listed in pages for those who can see the app, and kept for 30 days', async () => {
    await scene.deploy('auto', onOrders(['create']))
    await scene.deploy('other', onOrders(['create'], { total: 1 }))
    const { records } = app.as(scene.owner)
    await records.bulk_create(at(), [{ total: 1 }, { total: 2 }, { total: 3 }])
    await app.atrium.jobs.drain()
    expect(await runs('other')).toHaveLength(1)
    const path = { app_id: scene.shop.id, name: 'auto' }
    const { automations } = app.as(scene.viewer)
    const first = await automations.list_runs(path, { limit: 2 })
    const rest = await automations.list_runs(path, { limit: 2, cursor: first.next_cursor ?? '' })
    expect([first.items.length, rest.items.length, rest.has_more]).toEqual([2, 1, false])
    await expect(app.as(scene.stranger).automations.list_runs(path)).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    const context = { attempt: 1, signal: new AbortController().signal }
    const purgeAfter = (days: number) => {
      const clock = { now: () => new Date(app.clock.now().getTime() + days * 86_400_000) }
      return purgeHistory.run({ db: app.atrium.db, clock } as never, {}, context)
    }
    await purgeAfter(29)
    expect(await runs()).toHaveLength(3)
    await purgeAfter(31)
    expect(await runs()).toEqual([])
  })

  test('are refused a deployment with more than 20 automations', async () => {
    const automations = Array.from({ length: 21 }, (_, n) => ({ type: 'schedule', cron: `${n} * * * *` }))
    await expect(scene.deploy('auto', { automations })).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'automations'] }] },
    })
    expect((await scene.deploy('auto', { automations: automations.slice(1) })).status).toBe('deployed')
  })
})
