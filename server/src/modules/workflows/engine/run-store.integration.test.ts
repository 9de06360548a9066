import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { type MadeWorkflow, makeWorkflow } from '../test/workflow-rows.ts'
import { listenerStore } from './listener-store.ts'
import { runStore } from './run-store.ts'
import { workerStore } from './worker-store.ts'

// Nobody carries out runs here.
const app = useApp({ role: 'api', rate_limits: 'off' })
const at = (second: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + second * 1_000)
let owner: Person

beforeEach(async () => {
  owner = await app.make.person('owner')
  await app.sql`update workflow_runs set wake_at = null, worker = null`
})

const workflow = async (appId?: string) => makeWorkflow(app, appId ?? (await app.make.app(owner)).id)
const due = ({ run }: MadeWorkflow, second: number, worker: string | null = null) =>
  run({ ...OPEN, status: worker ? 'running' : 'queued', wake_at: worker ? null : at(second), worker }, [])
const OPEN = { error: null, started_at: null, completed_at: null }

describe('runs that are due', () => {
  const claim = async (limits: object) => {
    const most = { room: 100, ofApp: 100, ofWorkflow: 100, ...limits }
    return (await runStore(app.atrium.db).claim('wrk_1', at(60), most)).map(({ id }) => id).sort()
  }

  test('are taken the longest waiting first, and none before its time', async () => {
    const flow = await workflow()
    const [later, first, second] = [await due(flow, 3), await due(flow, 1), await due(flow, 2)]
    const early = await due(flow, 61)
    expect(await claim({ room: 2 })).toEqual([first, second].sort())
    expect(await claim({})).toEqual([later])
    expect(await claim({})).toEqual([])
    await app.sql`update workflow_runs set wake_at = ${at(60)} where id = ${early}`
    expect(await claim({})).toEqual([early])
  })

  test('are taken so many of an app, of all its workflows together, those counted that are held', async () => {
    const one = await workflow()
    const two = await workflow(one.app_id)
    const other = await workflow()
    await due(one, 0, 'wrk_2')
    const [first, second] = [await due(two, 1), await due(one, 2)]
    const third = await due(two, 3)
    const others = [await due(other, 4), await due(other, 5), await due(other, 6)]
    expect(await claim({ ofApp: 3 })).toEqual([first, second, ...others].sort())
    expect(await claim({ ofApp: 3 })).toEqual([])
    expect(await claim({ ofApp: 4 })).toEqual([third])
  })

  test('are taken so many of a workflow, those counted that are held', async () => {
    const one = await workflow()
    const two = await workflow(one.app_id)
    await due(one, 0, 'wrk_2')
    const first = await due(one, 1)
    const second = await due(one, 2)
    const others = [await due(two, 3), await due(two, 4)]
    await due(two, 5)
    expect(await claim({ ofWorkflow: 2 })).toEqual([first, ...others].sort())
    expect(await claim({ ofWorkflow: 3, room: 1 })).toEqual([second])
  })

  test('keep the time at which they began', async () => {
    const { run } = await workflow()
    const id = await run({ ...OPEN, status: 'running', started_at: at(1), wake_at: at(2) }, [])
    const [taken] = await runStore(app.atrium.db).claim('wrk_1', at(60), { room: 9, ofApp: 9, ofWorkflow: 9 })
    expect(taken).toMatchObject({ id, status: 'running', started_at: at(1), wake_at: null, worker: 'wrk_1' })
  })
})

test('runs are freed of a server that was not seen for long or is gone, and of no other', async () => {
  const flow = await workflow()
  const [alive, silent, gone] = [
    await due(flow, 0, 'wrk_a'),
    await due(flow, 0, 'wrk_b'),
    await due(flow, 0, 'wrk_c'),
  ]
  await app.sql`delete from workflow_workers`
  await app.sql`insert into workflow_workers (id, seen_at)
    values ('wrk_a', now() - interval '1 second'), ('wrk_b', now() - interval '1 minute')`
  await workerStore(app.atrium.db).freeRunsOfDead(at(9))
  const rows = await app.sql`
    select id, worker, wake_at from workflow_runs where workflow_id = ${flow.workflow_id} order by id`
  const free = { worker: null, wake_at: at(9) }
  expect(rows).toEqual([
    { id: alive, worker: 'wrk_a', wake_at: null },
    { id: silent, ...free },
    { id: gone, ...free },
  ])
  const store = workerStore(app.atrium.db)
  expect([await store.see('wrk_a'), await store.see('wrk_b')]).toEqual([true, false])
})

test('an event reaches every run of its app that waits for its type, and makes it due', async () => {
  const flow = await workflow()
  const second = await workflow(flow.app_id)
  const other = await workflow()
  const waiting = ({ run }: MadeWorkflow, listens_to: string, status = 'waiting') =>
    run({ ...OPEN, status: 'running', started_at: at(0) }, [
      { id: 'a', type: 'listen', status, listens_to, completed_at: null } as never,
    ])
  const reached = [await waiting(flow, 'paid'), await waiting(second, 'paid')]
  const left = [
    await waiting(flow, 'sent'),
    await waiting(flow, 'paid', 'cancelled'),
    await waiting(other, 'paid'),
  ]
  await listenerStore(app.atrium.db).deliver(flow.app_id, 'paid', { type: 'paid', data: 1 }, at(5))
  const rows = await app.sql<{ id: string; wake_at: Date | null; output: unknown }>`
    select r.id, r.wake_at, s.output from workflow_runs r join workflow_run_steps s on s.run_id = r.id
     where r.id = any (${[...reached, ...left]})`
  const become = (ids: string[]) => ids.map((id) => rows.find((row) => row.id === id))
  expect(become(reached)).toEqual(
    reached.map((id) => ({ id, wake_at: at(5), output: { type: 'paid', data: 1 } })),
  )
  expect(become(left)).toEqual(left.map((id) => ({ id, wake_at: null, output: null })))
})
