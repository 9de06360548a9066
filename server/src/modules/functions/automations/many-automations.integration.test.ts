import { beforeEach, expect, test } from 'vitest'
import { useFunctions } from '../test/function-scene.ts'
import { startDueAutomations } from './start-due-automations.ts'

// More than are stored, or started, by one statement.
const MANY = 203
const scene = useFunctions({ role: 'api' })
const { app } = scene

beforeEach(async () => {
  scene.fake.handle('auto', () => new Response())
  await app.atrium.jobs.drain()
})

test('each of very many records that change together has a run of its own', { tags: 'slow' }, async () => {
  const automations = [{ type: 'entity', entity_name: 'Order', events: ['create'] }]
  const order = { app_id: scene.shop.id, entity_name: 'Order' }
  await app.as(scene.owner).schemas.set({ app_id: scene.shop.id, name: 'Order' }, { properties: {} })
  await scene.deploy('auto', { automations })
  const made = await app.as(scene.owner).records.bulk_create(order, Array(MANY).fill({}))
  await app.atrium.jobs.drain()
  const runs = await app.sql<{ record_id: string; status: string }>`
    select record_id, status from automation_runs where app_id = ${scene.shop.id} order by record_id`
  const ids = (made as { id: string }[]).map(({ id }) => id).sort()
  expect(runs).toEqual(ids.map((record_id) => ({ record_id, status: 'succeeded' })))
})

test('very many whose time has come are all started at one look, each once', async () => {
  await scene.deploy('auto', { automations: [{ type: 'schedule', cron: '0 0 1 1 *' }] })
  await app.sql`
    insert into function_automations (id, app_id, function_name, type, declared, next_run_at)
    select id || n, app_id, function_name, type, declared, ${app.clock.now()}
      from function_automations, generate_series(2, ${MANY}) n where app_id = ${scene.shop.id}`
  await app.sql`update function_automations set next_run_at = ${app.clock.now()} where app_id = ${scene.shop.id}`
  const { db, jobs } = app.atrium
  const context = { attempt: 1, signal: new AbortController().signal }
  for (let look = 0; look < 2; look++)
    await startDueAutomations.run({ db, clock: app.clock, jobs } as never, {}, context)
  const [started] = await app.sql<{ runs: number; automations: number }>`
    select count(*)::int as runs, count(distinct automation_id)::int as automations
      from automation_runs where app_id = ${scene.shop.id}`
  expect(started).toEqual({ runs: MANY, automations: MANY })
})
