import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import { beforeEach, describe, expect, test } from 'vitest'
import { holdClock } from '../../../test/hold-clock.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, viewer, stranger } = useTeam(app)
let shop: { id: string }
beforeEach(async () => {
  shop = await app.make.app(owner)
})

const setting = (value: unknown): WorkflowDefinition => ({ do: [{ remember: { set: value } }] })
const FIELDS = { name: 'Greet', definition: setting(1), trigger: { type: 'manual' as const } }
const at = () => ({ app_id: shop.id })
const create = (fields: object = {}) => app.as(owner).workflows.create(at(), { ...FIELDS, ...fields })
const place = (workflow: { id: string }) => ({ ...at(), workflow_id: workflow.id })
const audited = () => app.sql<{ action: string; detail: unknown }>`
  select action, detail from audit_log where app_id = ${shop.id} and action like 'workflows.%' order by id`
const addRun = (
  workflow_id: string,
  fields: { status: string; version?: number; id?: string; started_at?: Date },
) => app.sql`
  insert into workflow_runs (id, app_id, workflow_id, version, status, trigger_type, started_at, created_date)
  values (${fields.id ?? `run_${Math.random()}`}, ${shop.id}, ${workflow_id}, ${fields.version ?? 1}, ${fields.status},
    'manual', ${fields.started_at ?? null}, now())`

describe('a workflow', () => {
  test('is created, read, and seen by viewers', { tags: 'slow' }, async () => {
    const made = await create({ description: 'Says hello' })
    expect(made).toMatchObject({
      id: expect.stringMatching(/^wfl_/),
      ...FIELDS,
      description: 'Says hello',
      status: 'active',
      version: 1,
      webhook_url: null,
      next_run_at: null,
    })
    expect(await app.as(viewer).workflows.read(place(made))).toEqual(made)
    expect(await audited()).toEqual([
      { action: 'workflows.create', detail: { name: 'Greet', trigger: 'manual', status: 'active' } },
    ])
  })

  test('keeps the order of what its definition says', async () => {
    const definition = setting({ z: 1, a: { y: 1, b: 2 } })
    const { id } = await create({ definition })
    const read = await app.as(viewer).workflows.read(place({ id }))
    expect(JSON.stringify(read.definition)).toBe(JSON.stringify(definition))
  })

  test('is refused with every place that does not fit', { tags: 'slow' }, async () => {
    const definition = {
      do: [{ greet: { call: 'http', with: { method: 'get', endpoint: 'nowhere' } } }, { x: {} }],
    }
    await expect(create({ definition })).rejects.toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'definition', 'do', 0, 'greet', 'with', 'endpoint'], type: 'value_error' },
          { loc: ['body', 'definition', 'do', 1, 'x'] },
        ],
      },
    })
    await expect(create({ definition: setting('${ 1 + }') })).rejects.toMatchObject({ status: 422 })
    const { id } = await create()
    await expect(
      app.as(owner).workflows.update(place({ id }), { definition: { do: [] } }),
    ).rejects.toMatchObject({
      status: 422,
    })
  })

  test('belongs to its app, and only editors change it', async () => {
    const { id } = await create()
    const { workflows } = app.as(stranger)
    const as = app.as(viewer).workflows
    const other = { ...(await app.make.app(owner)) }
    const elsewhere = { app_id: other.id, workflow_id: id }
    const mine = app.as(owner).workflows
    await expect(workflows.list(at())).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(workflows.create(at(), FIELDS)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(as.create(at(), FIELDS)).rejects.toEqual(refusal(403, 'editor_required'))
    for (const call of ['read', 'archive', 'list_versions', 'start', 'pause'] as const) {
      await expect(workflows[call](place({ id }))).rejects.toEqual(refusal(404, 'app_not_found'))
      await expect(mine[call](elsewhere)).rejects.toEqual(refusal(404, 'workflow_not_found'))
    }
    for (const call of ['archive', 'start', 'pause'] as const)
      await expect(as[call](place({ id }))).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(workflows.update(place({ id }), {})).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(mine.update(elsewhere, {})).rejects.toEqual(refusal(404, 'workflow_not_found'))
    await expect(as.update(place({ id }), {})).rejects.toEqual(refusal(403, 'editor_required'))
  })
})

describe('a change', () => {
  test('of the definition is a new version; the same one is none', async () => {
    const { id } = await create()
    const { workflows } = app.as(owner)
    const changed = await workflows.update(place({ id }), { definition: setting(2), version: 1 })
    expect(changed).toMatchObject({ version: 2, definition: setting(2), name: 'Greet' })
    expect(await workflows.update(place({ id }), { definition: setting(2) })).toEqual(changed)
    expect(await workflows.update(place({ id }), { name: 'Hello', description: null })).toMatchObject({
      version: 2,
    })
    const { items } = await app.as(viewer).workflows.list_versions(place({ id }))
    expect(items).toMatchObject([
      { version: 2, definition: setting(2), created_by: owner.email },
      { version: 1, definition: setting(1) },
    ])
    expect((await audited()).slice(1)).toEqual([
      { action: 'workflows.update', detail: { changed: ['definition'], version: 2 } },
      { action: 'workflows.update', detail: { changed: ['name'], version: 2 } },
    ])
  })

  test('made from an older version is refused, also when two come at once', async () => {
    const { id } = await create()
    const { workflows } = app.as(owner)
    const both = await Promise.allSettled(
      [2, 3].map((value) => workflows.update(place({ id }), { definition: setting(value), version: 1 })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(workflows.update(place({ id }), { name: 'x', version: 1 })).rejects.toEqual(
      refusal(409, 'workflow_changed'),
    )
  })

  test('leaves the newest 100 versions, and those that runs go by', async () => {
    const { id } = await create()
    await app.sql`insert into workflow_versions (workflow_id, version, definition, created_date)
      select ${id}, n, '{"do": []}', now() from generate_series(2, 100) n`
    await app.sql`update workflows set version = 100 where id = ${id}`
    await addRun(id, { status: 'running', version: 1 })
    await addRun(id, { status: 'completed', version: 2 })
    const versions = async () =>
      (
        await app.sql<{
          version: number
        }>`select version from workflow_versions where workflow_id = ${id} order by 1`
      )
        .map(({ version }) => version)
        .slice(0, 2)
    const { workflows } = app.as(owner)
    await workflows.update(place({ id }), { definition: setting(101) })
    expect(await versions()).toEqual([1, 2])
    await workflows.update(place({ id }), { definition: setting(102) })
    expect(await versions()).toEqual([1, 3])
    await app.sql`update workflow_runs set status = 'completed' where workflow_id = ${id}`
    await workflows.update(place({ id }), { definition: setting(103) })
    expect(await versions()).toEqual([4, 5])
  })

  test('lists come in pages', async () => {
    const { id } = await create()
    const { workflows } = app.as(owner)
    for (const value of [2, 3]) await workflows.update(place({ id }), { definition: setting(value) })
    const first = await workflows.list_versions(place({ id }), { limit: 2 })
    expect(first.items.map(({ version }) => version)).toEqual([3, 2])
    const next = await workflows.list_versions(place({ id }), { limit: 2, cursor: first.next_cursor ?? '' })
    expect([next.items.map(({ version }) => version), next.has_more]).toEqual([[1], false])
    const cursor = first.next_cursor ?? ''
    await expect(workflows.list_versions(place(await create()), { cursor })).rejects.toMatchObject({
      status: 422,
    })
  })
})

describe('a trigger', () => {
  test.each([
    [{ type: 'entity', events: ['create'] }, 'entity_name'],
    [{ type: 'entity', entity_name: 'Order' }, 'events'],
    [{ type: 'schedule' }, 'cron'],
    [{ type: 'schedule', cron: '61 * * * *' }, 'cron'],
    [{ type: 'schedule', cron: '0 9 * * *', timezone: 'Mars/Olympus' }, 'timezone'],
  ])('%j is refused', async (trigger, field) => {
    const fault = { status: 422, body: { detail: [{ loc: ['body', 'trigger', field] }] } }
    await expect(create({ trigger })).rejects.toMatchObject(fault)
    const { id } = await create()
    await expect(
      app.as(owner).workflows.update(place({ id }), { trigger: trigger as never }),
    ).rejects.toMatchObject(fault)
  })

  test('with a condition on a field that is not there is refused', async () => {
    const properties = { total: { type: 'number' } }
    await app.as(owner).schemas.set({ ...at(), name: 'Order' }, { properties } as never)
    const trigger = { type: 'entity', entity_name: 'Order', events: ['create'], condition: { tot: 5 } }
    const fault = { status: 422, body: { detail: [{ loc: ['body', 'trigger', 'condition', 'tot'] }] } }
    await expect(create({ trigger })).rejects.toMatchObject(fault)
    const { id } = await create()
    await expect(
      app.as(owner).workflows.update(place({ id }), { trigger: trigger as never }),
    ).rejects.toMatchObject(fault)
  })

  test('keeps the fields of its type only', async () => {
    const all = { entity_name: 'Order', events: ['delete', 'create', 'create'], cron: '0 9 * * *' }
    expect((await create({ trigger: { type: 'entity', ...all } })).trigger).toEqual({
      type: 'entity',
      entity_name: 'Order',
      events: ['create', 'delete'],
    })
    expect((await create({ trigger: { type: 'app_publish', ...all } })).trigger).toEqual({
      type: 'app_publish',
    })
  })

  test('of a schedule says when it runs next, while it is active', async () => {
    holdClock(app.clock)
    const { workflows } = app.as(owner)
    const trigger = { type: 'schedule' as const, cron: '0 9 * * *', timezone: 'Europe/Berlin' }
    const made = await create({ trigger, status: 'inactive' })
    expect(made.next_run_at).toBeNull()
    const { next_run_at } = await workflows.start(place(made))
    expect(new Date(next_run_at ?? 0).getTime()).toBeGreaterThan(app.clock.now().getTime())
    expect((await workflows.update(place(made), { name: 'x' })).next_run_at).toBe(next_run_at)
    const hourly = await workflows.update(place(made), { trigger: { type: 'schedule', cron: '30 * * * *' } })
    expect(hourly.next_run_at).toMatch(/:30:00.000Z$/)
    expect((await workflows.pause(place(made))).next_run_at).toBeNull()
    await workflows.start(place(made))
    expect((await workflows.update(place(made), { trigger: { type: 'manual' } })).next_run_at).toBeNull()
  })

  test('of a webhook has a secret address, which only editors see and which is stored sealed', async () => {
    const made = await create({ trigger: { type: 'webhook' } })
    expect(made.webhook_url).toMatch(new RegExp(`^${app.baseUrl}/api/workflow-hooks/wfh_[\\w-]{43}$`))
    expect((await app.as(viewer).workflows.read(place(made))).webhook_url).toBeNull()
    const { workflows } = app.as(owner)
    expect((await workflows.update(place(made), { name: 'x' })).webhook_url).toBe(made.webhook_url)
    const token = made.webhook_url?.split('/').at(-1) ?? ''
    const stored = await app.sql`select * from workflows where id = ${made.id}`
    expect(JSON.stringify(stored)).not.toContain(token)
    expect((await workflows.update(place(made), { trigger: { type: 'manual' } })).webhook_url).toBeNull()
    const again = await workflows.update(place(made), { trigger: { type: 'webhook' } })
    expect(again.webhook_url).not.toBe(made.webhook_url)
  })
})

describe('start and pause', () => {
  test('make it active or not, and say so once', async () => {
    const made = await create()
    const { workflows } = app.as(owner)
    expect(await workflows.pause(place(made))).toMatchObject({ status: 'inactive', version: 1 })
    expect(await workflows.pause(place(made))).toMatchObject({ status: 'inactive' })
    expect(await workflows.start(place(made))).toMatchObject({ status: 'active' })
    expect((await audited()).map(({ action }) => action)).toEqual([
      'workflows.create',
      'workflows.pause',
      'workflows.start',
    ])
  })
})

describe('archiving', () => {
  test('ends a workflow and its runs; it is not there any more', async () => {
    const made = await create({ trigger: { type: 'webhook' } })
    await addRun(made.id, { id: `${made.id}_1`, status: 'running' })
    await addRun(made.id, { id: `${made.id}_2`, status: 'completed' })
    await addRun(made.id, { id: `${made.id}_3`, status: 'queued' })
    const { workflows } = app.as(owner)
    expect(await workflows.archive(place(made))).toEqual({ archived: true })
    expect(
      await app.sql`select status, wake_at is not null as due from workflow_runs where workflow_id = ${made.id} order by id`,
    ).toEqual([
      { status: 'cancelling', due: true },
      { status: 'completed', due: false },
      { status: 'cancelling', due: true },
    ])
    expect((await workflows.list(at())).items).toEqual([])
    for (const call of ['read', 'archive', 'list_versions', 'start', 'pause'] as const)
      await expect(workflows[call](place(made))).rejects.toEqual(refusal(404, 'workflow_not_found'))
    await expect(workflows.update(place(made), {})).rejects.toEqual(refusal(404, 'workflow_not_found'))
    expect((await audited()).at(-1)).toEqual({ action: 'workflows.archive', detail: { name: 'Greet' } })
  })
})

describe('the list', () => {
  test('is newest first, in pages, by status and trigger, with the last run', async () => {
    const first = await create({ name: 'first' })
    const second = await create({ name: 'second', status: 'inactive', trigger: { type: 'webhook' } })
    await addRun(first.id, { id: `${first.id}_1`, status: 'failed' })
    const started_at = '2026-11-16T09:30:00.000Z'
    await addRun(first.id, { id: `${first.id}_2`, status: 'completed', started_at: new Date(started_at) })
    const { workflows } = app.as(viewer)
    const names = async (query: Parameters<typeof workflows.list>[1]) =>
      (await workflows.list(at(), query)).items.map(({ name }) => name)
    const { items } = await workflows.list(at())
    expect(items).toMatchObject([
      { id: second.id, last_run: null },
      { id: first.id, last_run: { id: `${first.id}_2`, status: 'completed', started_at } },
    ])
    expect(items[0]).not.toHaveProperty('definition')
    expect(await names({ status: 'inactive' })).toEqual(['second'])
    expect(await names({ status: 'active' })).toEqual(['first'])
    expect(await names({ trigger_type: 'webhook' })).toEqual(['second'])
    expect(await names({ trigger_type: 'entity' })).toEqual([])
    expect(await names({ search: 'SEC' })).toEqual(['second'])
    expect(await names({ search: 'sec', status: 'active' })).toEqual([])
    expect(await names({ search: '_' })).toEqual([])
    const page = await workflows.list(at(), { limit: 1 })
    expect(page).toMatchObject({ has_more: true, items: [{ name: 'second' }] })
    expect(await names({ limit: 1, cursor: page.next_cursor ?? '' })).toEqual(['first'])
    await expect(names({ status: 'active', cursor: page.next_cursor ?? '' })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('has at most 200 that are not archived, however many come at once', async () => {
    await app.sql`insert into workflows (id, app_id, name, status, trigger, version, created_date, updated_date)
      select ${shop.id} || n, ${shop.id}, 'x', 'active', '{"type": "manual"}', 1, now(), now()
        from generate_series(1, 199) n`
    const both = await Promise.allSettled([create(), create()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(create()).rejects.toEqual(refusal(409, 'workflow_limit_reached'))
    await app.sql`update workflows set archived_at = now() where id = ${`${shop.id}1`}`
    await create()
  })
})
