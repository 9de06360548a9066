import { MAX_FLOWS } from '@atrium/contract/flows'
import { beforeEach, describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { storeRun } from '../test/flow-scene.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor, viewer, stranger } = useTeam(app)
let at: { app_id: string }
beforeEach(async () => {
  at = { app_id: (await app.make.app(owner)).id }
})

const FIELDS = { name: 'Buy a lamp', goal: 'A visitor buys a lamp' }
const ADD = { id: 'add', instruction: 'Click “Add”' }
const SEE = { id: 'see', instruction: 'See “1 lamp”', kind: 'assert' as const }
const create = (fields: object = {}) => app.as(owner).flows.create(at, { ...FIELDS, ...fields })
const of = ({ id }: { id: string }) => ({ ...at, flow_id: id })
const audited = () => app.sql<{ action: string; detail: unknown }>`
  select action, detail from audit_log where app_id = ${at.app_id} and action like 'flows.%' order by id`
const actionsOf = async (flow: { id: string }) => {
  const rows = await app.sql<{ step_id: string }>`
    select step_id from flow_actions where flow_id = ${flow.id} order by step_id`
  return rows.map(({ step_id }) => step_id)
}
const learn = (flow: { id: string }, { id, instruction }: { id: string; instruction: string }) => app.sql`
  insert into flow_actions (flow_id, step_id, instruction, action, updated_at)
  values (${flow.id}, ${id}, ${instruction}, '{}', now())`

describe('a test', () => {
  test('is created with what was left out, read by viewers, and in the audit log', async () => {
    const made = await create()
    expect(made).toEqual({
      ...FIELDS,
      id: expect.stringMatching(/^flw_/),
      steps: [],
      role: null,
      start_url: null,
      allowed_hosts: [],
      schedule: null,
      on_publish: false,
      next_run_at: null,
      timeout_seconds: 300,
      last_run: null,
      created_date: expect.any(String),
      updated_date: made.created_date,
    })
    expect(await app.as(viewer).flows.read(of(made))).toEqual(made)
    expect(await audited()).toEqual([
      { action: 'flows.create', detail: { name: FIELDS.name, step_count: 0 } },
    ])
  })

  test('keeps everything that was sent, steps filled in', async () => {
    const params = { action: 'click' as const, target: { role: 'button', name: 'Add' } }
    const fields = {
      ...{
        role: 'buyer',
        start_url: 'https://shop.example.com/lamps#top',
        on_publish: true,
        timeout_seconds: 60,
      },
      allowed_hosts: ['fonts.example.com', '*.cdn.example.com', 'api.example.com:8443'],
      schedule: { cron: '0 6 * * *', timezone: 'Europe/Berlin' },
    }
    const made = await create({ ...fields, steps: [{ ...ADD, params, timeout_ms: 500 }, SEE] })
    expect(made).toMatchObject({
      ...fields,
      steps: [
        { ...ADD, kind: 'act', params, timeout_ms: 500 },
        { ...SEE, params: null, timeout_ms: 10_000 },
      ],
    })
    expect(new Date(made.next_run_at ?? 0).getTime()).toBeGreaterThan(app.clock.now().getTime())
    expect(await app.as(viewer).flows.read(of(made))).toEqual(made)
  })

  test('is listed newest first, page by page, with its last run and how many steps it has', async () => {
    const first = await create({ name: 'First', steps: [ADD, SEE] })
    const second = await create({ name: 'Second' })
    await storeRun(app, of(first), { status: 'failed' })
    const last = await storeRun(app, of(first), { status: 'running' })
    // A run of another app that names the same test is none of its own.
    const other = { app_id: (await app.make.app(owner)).id }
    await storeRun(app, { ...other, flow_id: second.id })
    const page = await app.as(viewer).flows.list(at, { limit: 1 })
    expect(page).toMatchObject({ items: [{ id: second.id, step_count: 0, last_run: null }], has_more: true })
    const { steps: _s, allowed_hosts: _a, timeout_seconds: _t, ...listed } = first
    expect(await app.as(viewer).flows.list(at, { limit: 1, cursor: page.next_cursor ?? '' })).toEqual({
      items: [{ ...listed, step_count: 2, last_run: { id: last, status: 'running', completed_at: null } }],
      next_cursor: null,
      has_more: false,
    })
    const found = await app.as(viewer).flows.list(at, { search: 'FIR' })
    expect(found.items.map(({ name }) => name)).toEqual(['First'])
    expect(await app.as(viewer).flows.list(at, { search: '_' })).toMatchObject({ items: [], has_more: false })
    const cursor = page.next_cursor ?? ''
    await expect(app.as(viewer).flows.list(at, { cursor, search: 's' })).rejects.toMatchObject(
      invalidAt('query', 'cursor'),
    )
    await expect(app.as(viewer).flows.list(other, { cursor })).rejects.toMatchObject(
      invalidAt('query', 'cursor'),
    )
    expect(await app.as(viewer).flows.read(of(first))).toMatchObject({ last_run: { id: last } })
  })

  test('belongs to its app; viewers read it, and only editors change it', { tags: 'slow' }, async () => {
    const made = await create()
    const { flows } = app.as(viewer)
    const EDITOR = refusal(403, 'editor_required')
    await expect(flows.create(at, FIELDS)).rejects.toEqual(EDITOR)
    await expect(flows.update(of(made), { name: 'x' })).rejects.toEqual(EDITOR)
    await expect(flows.delete(of(made))).rejects.toEqual(EDITOR)
    expect(await app.as(editor).flows.update(of(made), { name: 'x' })).toMatchObject({ name: 'x' })

    const foreign = { app_id: (await app.make.app(owner)).id, flow_id: made.id }
    for (const [client, place, code] of [
      [app.as(stranger).flows, of(made), 'app_not_found'],
      [app.as(owner).flows, foreign, 'flow_not_found'],
      [app.as(owner).flows, { ...at, flow_id: 'flw_unknown' }, 'flow_not_found'],
    ] as const) {
      const MISSING = refusal(404, code)
      await expect(client.read(place)).rejects.toEqual(MISSING)
      await expect(client.update(place, { name: 'y' })).rejects.toEqual(MISSING)
      await expect(client.stats(place)).rejects.toEqual(MISSING)
      await expect(client.delete(place)).rejects.toEqual(MISSING)
    }
    await expect(app.as(stranger).flows.list(at)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(app.as(stranger).flows.create(at, FIELDS)).rejects.toEqual(refusal(404, 'app_not_found'))
    expect(await app.as(owner).flows.read(of(made))).toMatchObject({ name: 'x' })
  })

  test('is listed and counted for tokens that only read, but its steps are not shown to them', async () => {
    const made = await create()
    const { flows } = app.as(await app.make.token(owner, { permission: 'read_only' }))
    expect((await flows.list(at)).items).toHaveLength(1)
    expect(await flows.stats(of(made))).toMatchObject({ runs: 0 })
    await expect(flows.read(of(made))).rejects.toEqual(refusal(403, 'read_only_credential_route_not_allowed'))
  })

  test('is one of 250 at most, however many are created at once', async () => {
    const { id } = await create()
    await app.sql`
      insert into test_flows (id, app_id, name, goal, steps, allowed_hosts, on_publish, timeout_seconds, created_date, updated_date)
      select 'flw_' || ${at.app_id}::text || n, app_id, name, goal, '[]', '[]', false, 300, created_date, updated_date
        from test_flows, generate_series(1, ${MAX_FLOWS - 3}) n where id = ${id}`
    const outcomes = await Promise.allSettled([create(), create(), create(), create()])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toEqual([
      { status: 'rejected', reason: refusal(409, 'flow_limit_reached') },
      { status: 'rejected', reason: refusal(409, 'flow_limit_reached') },
    ])
    await app.as(owner).flows.delete(of({ id }))
    expect(await create()).toMatchObject(FIELDS)
  })
})

describe('what is sent', () => {
  test('is refused at the place that does not fit, and nothing is stored', { tags: 'slow' }, async () => {
    const many = Array.from({ length: 51 }, () => ({ instruction: 'Click “Add”' }))
    const wrong: [object, ...(string | number)[]][] = [
      [{ name: '' }, 'name'],
      [{ goal: 'x'.repeat(4_001) }, 'goal'],
      [{ steps: many }, 'steps'],
      [{ steps: [{ ...ADD, kind: 'dance' }] }, 'steps', 0, 'kind'],
      [{ steps: [ADD, { ...SEE, id: 'add' }] }, 'steps', 1, 'id'],
      [{ timeout_seconds: 301 }, 'timeout_seconds'],
      [{ timeout_seconds: 9 }, 'timeout_seconds'],
      [{ schedule: { cron: '61 * * * *' } }, 'schedule', 'cron'],
      [{ schedule: { cron: '* * * * * *' } }, 'schedule', 'cron'],
      [{ schedule: { cron: '0 6 * * *', timezone: 'Berlin' } }, 'schedule', 'timezone'],
      [{ allowed_hosts: ['https://example.com'] }, 'allowed_hosts', 0],
      [{ allowed_hosts: ['example.com', 'localhost'] }, 'allowed_hosts', 1],
      [{ allowed_hosts: ['10.0.0.1'] }, 'allowed_hosts', 0],
      [{ allowed_hosts: ['169.254.169.254'] }, 'allowed_hosts', 0],
      [{ allowed_hosts: ['example.com:5432'] }, 'allowed_hosts', 0],
      [{ allowed_hosts: ['*.com'] }, 'allowed_hosts', 0],
      [{ allowed_hosts: ['*'] }, 'allowed_hosts', 0],
      [{ allowed_hosts: Array.from({ length: 21 }, (_, n) => `h${n}.example.com`) }, 'allowed_hosts'],
    ]
    const made = await create()
    for (const [fields, ...place] of wrong) {
      await expect(create(fields), JSON.stringify(fields)).rejects.toMatchObject(invalidAt('body', ...place))
      const updated = app.as(owner).flows.update(of(made), fields)
      await expect(updated, JSON.stringify(fields)).rejects.toMatchObject(invalidAt('body', ...place))
    }
    expect((await app.as(owner).flows.list(at)).items).toHaveLength(1)
    expect(await app.as(owner).flows.read(of(made))).toEqual(made)
  })

  test('names a host once', async () => {
    const allowed_hosts = ['a.example.com', 'b.example.com', 'a.example.com']
    expect(await create({ allowed_hosts })).toMatchObject({
      allowed_hosts: ['a.example.com', 'b.example.com'],
    })
  })
})

describe('a change', () => {
  test('leaves what it does not name, and what is null is cleared', async () => {
    const fields = { role: 'buyer', schedule: { cron: '0 6 * * *' }, start_url: 'https://shop.example.com/' }
    const made = await create({ ...fields, steps: [ADD], allowed_hosts: ['a.example.com'] })
    app.clock.move(60)
    const named = await app.as(editor).flows.update(of(made), { name: 'Lamp' })
    expect(named).toEqual({ ...made, name: 'Lamp', updated_date: expect.any(String) })
    expect(named.updated_date).not.toBe(made.updated_date)
    const cleared = { role: null, schedule: null, start_url: null, steps: [], allowed_hosts: [] }
    expect(await app.as(editor).flows.update(of(made), cleared)).toMatchObject({
      ...cleared,
      next_run_at: null,
    })
    expect(await app.as(viewer).flows.read(of(made))).toMatchObject({ ...cleared, name: 'Lamp' })
    const changed = ['steps', 'role', 'start_url', 'allowed_hosts', 'schedule']
    expect((await audited()).slice(1)).toEqual([
      { action: 'flows.update', detail: { changed: ['name'] } },
      { action: 'flows.update', detail: { changed } },
    ])
  })

  test('is not written over what somebody else saved since it was read', async () => {
    const read = await create()
    const ifMatch = ({ updated_date }: { updated_date: string }) => ({
      headers: { 'if-match': `"${updated_date}"` },
    })
    // The clock stands still: two changes of the same moment are two all the same.
    const first = await app.as(editor).flows.update(of(read), { goal: 'Theirs' }, ifMatch(read))
    await expect(app.as(owner).flows.update(of(read), { goal: 'Mine' }, ifMatch(read))).rejects.toEqual(
      refusal(412, 'flow_changed'),
    )
    expect(await app.as(owner).flows.read(of(read))).toEqual(first)
    await app.as(owner).flows.update(of(read), { goal: 'Mine' }, ifMatch(first))
    await app.as(owner).flows.update(of(read), { goal: 'Without' })
    const both = await app.as(owner).flows.read(of(read))
    const racing = ['A', 'B'].map((goal) => app.as(owner).flows.update(of(read), { goal }, ifMatch(both)))
    const outcomes = await Promise.allSettled(racing)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('that changes nothing is not in the audit log', async () => {
    const made = await create({ steps: [ADD], schedule: { cron: '0 6 * * *' } })
    app.clock.move(60)
    const { name, goal, steps, schedule } = made
    expect(await app.as(owner).flows.update(of(made), { name, goal, steps, schedule })).toEqual(made)
    expect(await app.as(owner).flows.update(of(made), {})).toEqual(made)
    expect(await audited()).toHaveLength(1)
  })

  test('of the schedule counts from now', async () => {
    const made = await create({ schedule: { cron: '0 6 * * *' } })
    const other = await app.as(owner).flows.update(of(made), { schedule: { cron: '30 7 * * *' } })
    expect(other.next_run_at).toMatch(/T07:30:00\.000Z$/)
  })

  test('of steps drops what was understood of those that changed or are gone', async () => {
    const LAST = { id: 'last', instruction: 'Wait' }
    const made = await create({ steps: [ADD, SEE, LAST] })
    for (const step of [ADD, SEE, LAST]) await learn(made, step)
    await app.as(owner).flows.update(of(made), { name: 'Lamp', goal: 'Another' })
    expect(await actionsOf(made)).toEqual(['add', 'last', 'see'])
    const steps = [
      { ...SEE, timeout_ms: 300 },
      { ...ADD, instruction: 'Click “Buy”' },
    ]
    await app.as(owner).flows.update(of(made), { steps })
    expect(await actionsOf(made)).toEqual(['see'])
    await app.as(owner).flows.update(of(made), { steps: [{ ...SEE, kind: 'act' }] })
    expect(await actionsOf(made)).toEqual([])
  })

  test('of the goal drops what was understood of the steps that it was taken apart into', async () => {
    const made = await create()
    await learn(made, { id: 's1', instruction: 'Open the shop' })
    await app.as(owner).flows.update(of(made), { name: 'Lamp' })
    expect(await actionsOf(made)).toEqual(['s1'])
    await app.as(owner).flows.update(of(made), { goal: 'Another' })
    expect(await actionsOf(made)).toEqual([])
  })
})

describe('deleting', () => {
  test('is for good, and past runs stay', async () => {
    const made = await create({ steps: [ADD] })
    await learn(made, ADD)
    const run = await storeRun(app, of(made), { status: 'failed' })
    expect(await app.as(editor).flows.delete(of(made))).toEqual({ success: true })
    await expect(app.as(editor).flows.delete(of(made))).rejects.toEqual(refusal(404, 'flow_not_found'))
    await expect(app.as(editor).flows.read(of(made))).rejects.toEqual(refusal(404, 'flow_not_found'))
    expect((await app.as(owner).flows.list(at)).items).toEqual([])
    expect(await actionsOf(made)).toEqual([])
    expect(await app.sql`select status from test_executions where id = ${run}`).toEqual([
      { status: 'failed' },
    ])
    expect((await audited()).at(-1)).toEqual({ action: 'flows.delete', detail: { name: FIELDS.name } })
  })

  test('cancels what waits, and one whose worker is gone', async () => {
    for (const status of ['queued', 'running'] as const) {
      const made = await create()
      const run = await storeRun(app, of(made), { status })
      await app.as(owner).flows.delete(of(made))
      expect(await app.sql`select status, cancel_reason from test_executions where id = ${run}`).toEqual([
        { status: 'cancelled', cancel_reason: 'flow_deleted' },
      ])
    }
  })

  test('twice at once succeeds once', async () => {
    const made = await create()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => app.as(owner).flows.delete(of(made))))
    const GONE = { status: 'rejected', reason: refusal(404, 'flow_not_found') }
    expect(outcomes.toSorted((a, b) => (a.status < b.status ? -1 : 1))).toEqual([
      { status: 'fulfilled', value: { success: true } },
      GONE,
      GONE,
    ])
    expect((await audited()).filter(({ action }) => action === 'flows.delete')).toHaveLength(1)
  })
})
