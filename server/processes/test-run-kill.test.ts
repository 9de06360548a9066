/** Servers that die or are asked from elsewhere while they run tests in browsers: the runs end, and nothing is left over. */
import type { SentStep } from '@atrium/contract/flow-steps'
import { expect, test } from 'vitest'
import { isAlive } from '../src/platform/database/living-process.ts'
import { descendantsOf } from '../test/descendants.ts'
import { clientOf } from './node-process.ts'
import { startTestNode, testDatabase } from './test-nodes.ts'
import { until } from './until.ts'

const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1>
  <button onclick="document.querySelector('p').textContent = 'In the cart'">Add</button><p></p>`
const STEPS: readonly SentStep[] = [
  {
    id: 'add',
    instruction: 'Click “Add”',
    params: { action: 'click', target: { role: 'button', name: 'Add' } },
  },
  {
    id: 'see',
    kind: 'assert',
    instruction: 'See “In the cart”',
    params: { target: { text: 'In the cart' } },
  },
]
const HANG: SentStep = {
  id: 'hang',
  kind: 'wait',
  instruction: 'Wait',
  params: { milliseconds: 30_000 },
  timeout_ms: 60_000,
}

/** A busy machine takes many times as long to start a browser. */
const PATIENCE_MS = 100_000
/** Processes that were killed together are gone one after the other, each when it gets a core. */
const DYING_MS = 5_000

/** One test, since servers take long to start. */
test('runs end, and leave no browser and no user, when they are cancelled elsewhere or their server dies', async () => {
  const { tests, startWorker, query } = await startNodes()
  const first = await startWorker()

  const cancelled = await tests.start([HANG])
  await tests.reach(cancelled.id, 'hang')
  const closed = descendantsOf(first.pid)
  expect(closed.length).toBeGreaterThan(0)
  expect(await tests.cancel(cancelled.id)).toMatchObject({ status: 'cancelled', cancel_reason: 'user' })
  // One that had to be ended without its server would have left the browser.
  await until('the end of its browser', () => !closed.some(isAlive), DYING_MS)

  const lost = await tests.start([...STEPS, HANG])
  await tests.reach(lost.id, 'hang')
  const left = descendantsOf(first.pid)
  expect(left.length).toBeGreaterThan(0)
  expect(await tests.users()).toBe(1)
  await first.kill('SIGKILL')
  await until('the end of its browser', () => !left.some(isAlive))
  expect((await tests.read(lost.id)).status).toBe('running')
  // What time would do: the lease ends. The next server with room takes the run, which does not hang then.
  await query(
    `update test_executions set leased_until = now() - interval '1 second',
       flow = jsonb_set(flow::jsonb, '{steps}', (flow::jsonb -> 'steps') - 2) where id = $1`,
    [lost.id],
  )
  const second = await startWorker()
  const other = await tests.start(STEPS)
  const ended = await until(
    'the end of both runs',
    async () => {
      const both = await Promise.all([tests.read(lost.id), tests.read(other.id)])
      return both.every(({ completed_at }) => completed_at !== null) && both
    },
    PATIENCE_MS,
  )
  expect(ended.map(({ status, error }) => [status, error])).toEqual([
    ['passed', null],
    ['passed', null],
  ])
  await until('the removal of the users', async () => (await tests.users()) === 0)
  const held = 'select from test_executions where worker is not null or test_user_id is not null'
  expect(await query(held)).toEqual([])

  const handedBack = await tests.start([HANG])
  await tests.reach(handedBack.id, 'hang')
  const open = descendantsOf(second.pid)
  expect(await second.stop()).toBe(0)
  await until('the end of its browser', () => !open.some(isAlive), DYING_MS)
  expect(await tests.read(handedBack.id)).toMatchObject({ status: 'queued' })
  expect(await tests.users()).toBe(0)
}, 300_000)

/** A server that people reach, and those that carry out runs. */
async function startNodes() {
  const { settings, query } = await testDatabase()
  const common = { ...settings, RATE_LIMITS: 'off' }
  const api = await startTestNode({ settings: { ...common, ROLE: 'api' } })
  const client = clientOf(api, api.token ?? '')
  const { id: app_id } = await client.apps.create({ name: 'Shop' })
  await client.site.publish({ app_id }, { files: [{ path: 'index.html', content: PAGE }] })
  const read = (execution_id: string) => client.test_runs.read({ app_id, execution_id })
  return {
    query,
    // They have the address of the first, as servers behind one address do.
    startWorker: () => startTestNode({ settings: { ...common, BASE_URL: api.address } }),
    tests: {
      read,
      async start(steps: readonly SentStep[]) {
        const fields = { name: 'Buy', goal: 'Buy a lamp', role: 'user', timeout_seconds: 300 }
        const flow = await client.flows.create({ app_id }, { ...fields, steps: [...steps] })
        return client.test_runs.start({ app_id }, { flow_id: flow.id })
      },
      cancel: (execution_id: string) => client.test_runs.cancel({ app_id, execution_id }),
      /** Waits until the run is at the step. */
      async reach(id: string, stepId: string) {
        const run = await until(
          `${stepId} of a run`,
          async () => {
            const found = await read(id)
            const isThere = found.steps.find((step) => step.id === stepId)?.status === 'running'
            return (isThere || found.completed_at !== null) && found
          },
          PATIENCE_MS,
        )
        expect(run).toMatchObject({ status: 'running', error: null })
      },
      users: async () => (await query('select from app_users where app_id = $1', [app_id])).length,
    },
  }
}
