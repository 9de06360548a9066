import type { Cases } from './case.ts'
import type { SpecialJob } from './job-cases.ts'
import type { World } from './world.ts'

const FLOW = {
  name: 'Lamp',
  goal: 'Buy a lamp',
  start_url: 'https://shop.example.com/',
  steps: [{ id: 'add', instruction: 'Click “Add”' }],
}

/** An app with a test of which a step was understood. */
async function flow({ app, owner, client }: World, fields: object = {}) {
  const { id: app_id } = await app.make.app(owner)
  const { id: flow_id } = await client.flows.create({ app_id }, { ...FLOW, ...fields })
  await app.sql`
    insert into flow_actions (flow_id, step_id, instruction, action, updated_at)
    values (${flow_id}, 'add', 'Click “Add”', '{}', now())`
  return { app_id, flow_id }
}

export const flowCases: Cases = {
  'flows.create': async ({ app, owner, client }) => {
    const { id: app_id } = await app.make.app(owner)
    return () => client.flows.create({ app_id }, FLOW)
  },
  'flows.update': async (world) => {
    const at = await flow(world)
    const steps = [{ id: 'buy', instruction: 'Click “Buy”' }]
    return () => world.client.flows.update(at, { name: 'x', steps, schedule: { cron: '0 9 * * *' } })
  },
  'flows.delete': async (world) => {
    const at = await flow(world)
    return () => world.client.flows.delete(at)
  },
  'flows.delete with a run': {
    why: 'the run is cancelled before, so that its browser is closed when the test is gone',
    prepare: async (world) => {
      const at = await flow(world)
      await world.client.test_runs.start({ app_id: at.app_id }, { flow_id: at.flow_id })
      return () => world.client.flows.delete(at)
    },
    steps: [
      'credit_holds delete, test_executions update',
      'audit_log insert, flow_actions delete, test_flows delete',
    ],
  },
}

export const flowJobCases: Record<string, ((world: World) => Promise<object>) | SpecialJob> = {
  'flows.start_due': async (world) => {
    const { flow_id } = await flow(world, { schedule: { cron: '0 9 * * *' } })
    await world.app.sql`update test_flows set next_run_at = ${world.app.clock.now()} where id = ${flow_id}`
    return {}
  },
  'on.app.published.flows.test': async (world) => {
    const { app_id } = await flow(world, { on_publish: true })
    const fields = { name: 'Another', goal: 'Buy two', start_url: FLOW.start_url, on_publish: true }
    await world.client.flows.create({ app_id }, fields)
    const { workspace_id } = world.owner
    return { app_id, workspace_id, revision_id: 'rev_1', number: 1, url: 'https://shop.example.com/' }
  },
}
