import { sql } from 'kysely'
import type { Cases } from './case.ts'
import type { SpecialJob } from './job-cases.ts'
import type { World } from './world.ts'

type Body = Parameters<World['client']['workflows']['create']>[1]
const FLOW: Body = { name: 'flow', definition: { do: [{ a: { set: 1 } }] }, trigger: { type: 'manual' } }

/** An app with a workflow. */
async function flow({ app, owner, client }: World, trigger: Body['trigger'] = FLOW.trigger) {
  const { id: app_id } = await app.make.app(owner)
  const { id: workflow_id, webhook_url } = await client.workflows.create({ app_id }, { ...FLOW, trigger })
  return { at: { app_id, workflow_id }, hook_token: webhook_url?.split('/').at(-1) ?? '' }
}

export const workflowCases: Cases = {
  'workflows.create': async (world) => {
    const { id: app_id } = await world.app.make.app(world.owner)
    return () => world.client.workflows.create({ app_id }, FLOW)
  },
  'workflows.update': async (world) => {
    const { at } = await flow(world)
    return () => world.client.workflows.update(at, { name: 'x', definition: { do: [{ b: { set: 2 } }] } })
  },
  'workflows.archive': async (world) => {
    const { at, hook_token } = await flow(world, { type: 'webhook' })
    await world.app.anonymous.workflows.receive({ hook_token }, {})
    return () => world.client.workflows.archive(at)
  },
  'workflows.start': async (world) => {
    const { at } = await flow(world, { type: 'schedule', cron: '0 9 * * *' })
    await world.client.workflows.pause(at)
    return () => world.client.workflows.start(at)
  },
  'workflows.pause': async (world) => {
    const { at } = await flow(world)
    return () => world.client.workflows.pause(at)
  },
  'workflows.receive': async (world) => {
    const { hook_token } = await flow(world, { type: 'webhook' })
    return () => world.app.anonymous.workflows.receive({ hook_token }, { order: 1 })
  },
  'records.create with a workflow': async (world) => {
    const { at } = await flow(world, { type: 'entity', entity_name: 'Order', events: ['create'] })
    const { app_id } = at
    const properties = { total: { type: 'number' } }
    await world.client.schemas.set({ app_id, name: 'Order' }, { properties } as never)
    return () => world.client.records.create({ app_id, entity_name: 'Order' }, { total: 1 })
  },
}

export const workflowJobCases: Record<string, ((world: World) => Promise<object>) | SpecialJob> = {
  'workflows.start_due': async (world) => {
    const { at } = await flow(world, { type: 'schedule', cron: '0 9 * * *' })
    await sql`update workflows set next_run_at = ${world.app.clock.now()} where id = ${at.workflow_id}`.execute(
      world.app.atrium.db,
    )
    return {}
  },
  'on.app.published.workflows.start': async (world) => {
    const { at } = await flow(world, { type: 'app_publish' })
    const { workspace_id } = world.owner
    return { app_id: at.app_id, workspace_id, revision_id: 'rev_1', number: 1, url: 'https://example.com' }
  },
  'on.app.deleted.workflows.delete': async (world) => {
    const { at, hook_token } = await flow(world, { type: 'webhook' })
    await world.app.anonymous.workflows.receive({ hook_token }, {})
    return { app_id: at.app_id, workspace_id: world.owner.workspace_id }
  },
}
