import type { Cases } from './case.ts'
import type { SpecialJob } from './job-cases.ts'
import type { World } from './world.ts'

/** An app with a test, and nothing else that waits: the jobs look at the runs of all apps. */
async function tested({ app, owner, client }: World) {
  await app.sql`delete from test_executions`
  const { id: app_id } = await app.make.app(owner)
  const { id: flow_id } = await client.flows.create(
    { app_id },
    {
      name: 'Lamp',
      goal: 'Buy a lamp',
      start_url: 'https://shop.example.com/',
      steps: [{ id: 'wait', kind: 'wait', instruction: 'Wait', params: { milliseconds: 1 } }],
    },
  )
  return { at: { app_id }, flow_id }
}

async function waiting(world: World) {
  const { at, flow_id } = await tested(world)
  const { id: execution_id } = await world.client.test_runs.start(at, { flow_id })
  return { ...at, execution_id }
}

export const testRunCases: Cases = {
  'test_runs.start': async (world) => {
    const { at, flow_id } = await tested(world)
    return () => world.client.test_runs.start(at, { flow_id })
  },
  'test_runs.cancel': async (world) => {
    const at = await waiting(world)
    return () => world.client.test_runs.cancel(at)
  },
}

const BEGUN = 'test_executions update, test_run_steps insert'
const KEPT = 'test_artifacts insert'

export const testRunJobCases: Record<string, ((world: World) => Promise<object>) | SpecialJob> = {
  'test_runs.carry_out': {
    why: 'the run is claimed before, and what each step came to is shown while the next is done',
    prepare: async (world) => ({ execution_id: (await waiting(world)).execution_id }),
    steps: [
      'test_executions update',
      BEGUN,
      'test_run_steps update',
      ...[KEPT, KEPT, KEPT],
      'test_run_steps update',
      'credit_holds delete, credit_uses insert, member_activity update, test_executions update, workspace_credits update',
    ],
    // A run that could not begin has ended.
    undo: ['credit_holds delete, test_executions update'],
  },
  'test_runs.resume': async (world) => {
    const { execution_id } = await waiting(world)
    await world.app.sql`
      update test_executions set status = 'running', worker = 'gone', tries = 2, leased_until = now() - interval '1 day'
       where id = ${execution_id}`
    return {}
  },
}
