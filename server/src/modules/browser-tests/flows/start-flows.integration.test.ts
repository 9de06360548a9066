/** What starts tests without a person: schedules and publishing. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type CollectedLog, collectedLog } from '../../../../test/collected-log.ts'
import { holdClock } from '../../../../test/hold-clock.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { createCredits } from '../../../tenancy/credits/credits.ts'
import { publishedUrlOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { storeRun } from '../test/flow-scene.ts'
import { startDueFlows } from './start-due-flows.ts'
import { testOnPublish } from './test-on-publish.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor } = useTeam(app)
let at: { app_id: string }
beforeEach(async () => {
  holdClock(app.clock) // a full hour may begin during a test
  at = { app_id: (await app.make.app(owner)).id }
  await app.as(owner).apps.update(at, { published_url: 'https://shop.example.com/' })
})

const EVERY_HOUR = { cron: '0 * * * *' }
const create = (fields: object, by = owner) =>
  app.as(by).flows.create(at, { name: 'Lamp', goal: 'Buy a lamp', ...fields })
const of = ({ id }: { id: string }) => ({ ...at, flow_id: id })
const nextOf = async (flow: { id: string }) => (await app.as(owner).flows.read(of(flow))).next_run_at
const runs = () => app.sql<{ flow_id: string; status: string; trigger: string; paid_by_id: string }>`
  select flow_id, status, trigger, paid_by_id from test_executions where app_id = ${at.app_id} order by id`
const jobsFor = () => app.sql`
  select from pgboss.job j join test_executions e on e.id = j.data->'payload'->>'execution_id'
   where j.name = 'test_runs.carry_out' and e.app_id = ${at.app_id}`

/** With nothing that would carry out what is started. */
function deps(log = collectedLog()) {
  const { db, jobs } = app.atrium
  const testedApps = { siteUrl: (appId: string, tx = db) => publishedUrlOf(tx, appId) }
  return { db, jobs, log, testedApps, clock: app.clock, credits: createCredits(app.clock) } as unknown as Deps
}
const context = { attempt: 1, signal: new AbortController().signal }
const look = (log = collectedLog()) => startDueFlows.run(deps(log), {}, context)
const reasons = (log: CollectedLog, { app_id } = at) =>
  log.lines
    .filter((line) => line.msg === 'test not started' && line.app_id === app_id)
    .map(({ reason }) => reason)

describe('the schedule', () => {
  test('starts one run when its time has come, and not again before the next', async () => {
    const made = await create({ schedule: EVERY_HOUR })
    const first = await nextOf(made)
    await look()
    expect(await runs()).toEqual([])
    // Several times are missed: one run stands for all.
    app.clock.move(3 * 3600)
    await Promise.all([look(), look(), look()])
    await look()
    expect(await runs()).toEqual([
      { flow_id: made.id, status: 'queued', trigger: 'schedule', paid_by_id: owner.id },
    ])
    expect(await jobsFor()).toHaveLength(1)
    const next = await nextOf(made)
    expect(Date.parse(next ?? '')).toBeGreaterThan(app.clock.now().getTime())
    expect(next).not.toBe(first)
  })

  test('passes over what still runs, has no address or no credits, once, and says why', async () => {
    const running = await create({ schedule: EVERY_HOUR })
    await storeRun(app, of(running), { status: 'running' })
    app.clock.move(3600)
    const log = collectedLog()
    await look(log)
    expect(reasons(log)).toEqual(['flow_running'])
    expect(await runs()).toHaveLength(1)
    expect(Date.parse((await nextOf(running)) ?? '')).toBeGreaterThan(app.clock.now().getTime())

    await app.as(owner).flows.delete(of(running))
    await app.as(owner).apps.update(at, { published_url: null })
    const homeless = await create({ schedule: EVERY_HOUR })
    app.clock.move(3600)
    await look(log)
    await look(log)
    expect(reasons(log)).toEqual(['flow_running', 'no_start_address'])
    await app.as(owner).flows.delete(of(homeless))

    const poor = await app.make.person('owner', await app.make.workspace({ monthly_limit: 0 }))
    const theirs = { app_id: (await app.make.app(poor)).id }
    const fields = { name: 'Lamp', goal: 'Buy', start_url: 'https://shop.example.com/', schedule: EVERY_HOUR }
    await app.as(poor).flows.create(theirs, fields)
    app.clock.move(3600)
    await look(log)
    expect(reasons(log, theirs)).toEqual(['credits_exhausted'])
    // Nothing of the run that could not be paid for is left.
    expect(await app.sql`select from test_executions where app_id = ${theirs.app_id}`).toEqual([])
    await look(log)
    expect(reasons(log, theirs)).toHaveLength(1)
  })

  test('of one that cannot be started keeps no other from its time', async () => {
    const faulty = await create({ name: 'Faulty', schedule: EVERY_HOUR })
    await create({ name: 'Homeless', schedule: EVERY_HOUR })
    const other = await create({
      name: 'Other',
      schedule: EVERY_HOUR,
      start_url: 'https://other.example.com/',
    })
    await app.as(owner).apps.update(at, { published_url: null })
    app.clock.move(3600)
    // What no version of ours has written: nothing can be made of it.
    await app.sql`alter table test_executions add constraint faulty check (flow_name <> 'Faulty')`
    await app.sql`update test_flows set start_url = 'https://a.example.com/' where id = ${faulty.id}`
    const log = collectedLog()
    await look(log)
    await app.sql`alter table test_executions drop constraint faulty`
    expect(await runs()).toMatchObject([{ flow_id: other.id }])
    expect(reasons(log).toSorted()).toEqual(['internal_error', 'no_start_address'])
    expect(Date.parse((await nextOf(faulty)) ?? '')).toBeGreaterThan(app.clock.now().getTime())
  })

  test('stops with the app, and is paid by its owner when the one who made it has left', async () => {
    const made = await create({ schedule: EVERY_HOUR }, editor)
    app.clock.move(3600)
    await look()
    expect(await runs()).toMatchObject([{ paid_by_id: editor.id }])
    await app.sql`update test_executions set status = 'passed' where app_id = ${at.app_id}`
    await app.as(owner).members.remove({ email: editor.email })
    app.clock.move(3600)
    await look()
    expect(await runs()).toMatchObject([
      { paid_by_id: editor.id },
      { flow_id: made.id, paid_by_id: owner.id },
    ])
    await app.sql`update test_executions set status = 'passed' where app_id = ${at.app_id}`
    await app.as(owner).apps.delete(at)
    app.clock.move(3600)
    await look()
    expect(await runs()).toHaveLength(2)
  })

  test('is paid by one who is in two workspaces only while they are a member of this one', async () => {
    const maker = await app.make.person('editor', { id: owner.workspace_id })
    const elsewhere = await app.make.workspace()
    await app.make.membership(elsewhere.id, { ...maker, full_name: 'Ada' }, 'owner')
    await create({ schedule: EVERY_HOUR }, maker)
    const pay = async () => {
      app.clock.move(3600)
      await look()
      const [run] = await app.sql<{ paid_by_id: string }>`
        delete from test_executions where app_id = ${at.app_id} returning paid_by_id`
      return run?.paid_by_id
    }
    expect(await pay()).toBe(maker.id)
    await app.as(owner).members.remove({ email: maker.email })
    expect(await pay()).toBe(owner.id)
    await app.make.membership(owner.workspace_id, { ...maker, full_name: 'Ada' }, 'editor')
    expect(await pay()).toBe(maker.id)
  })
})

describe('publishing', () => {
  const fact = () => ({
    ...{ ...at, workspace_id: owner.workspace_id, revision_id: 'rev_1', number: 1, url: 'https://x' },
  })
  const publish = (log = collectedLog()) => testOnPublish.job.run(deps(log), fact() as never, context)

  test('starts those that want it, and no others', async () => {
    const wants = await create({ on_publish: true })
    const busy = await create({ on_publish: true })
    await create({})
    await storeRun(app, of(busy), { status: 'running' })
    const log = collectedLog()
    await publish(log)
    expect(reasons(log)).toEqual(['flow_running'])
    expect((await runs()).filter(({ trigger }) => trigger === 'publish')).toMatchObject([
      { flow_id: wants.id },
    ])
    await publish(log)
    expect(await runs()).toHaveLength(2)
  })

  test('fills the queue of the app and no more', async () => {
    for (let n = 0; n < 22; n++) await create({ on_publish: true })
    const log = collectedLog()
    await publish(log)
    expect(await runs()).toHaveLength(20)
    expect(reasons(log)).toEqual(['test_queue_full'])
  })

  test('is what a site does', async () => {
    await app.as(owner).site.publish(at, { files: [{ path: 'index.html', content: '<p>Lamps' }] })
    const [stored] = await app.sql<{ payload: { app_id: string } }>`
      select data->'payload' as payload from pgboss.job where name = 'on.app.published.flows.test'
       and data->'payload'->>'app_id' = ${at.app_id}`
    expect(stored?.payload).toMatchObject(at)
  })
})
