import { sql } from 'kysely'
import { FILES } from '../../src/modules/functions/test/function-scene.ts'
import type { Cases } from './case.ts'
import type { SpecialJob } from './job-cases.ts'
import type { World } from './world.ts'

const SOURCE = { entry: 'index.ts', files: FILES }
const DAILY = [{ type: 'schedule' as const, cron: '0 9 * * *' }]
const ON_ORDERS = [{ type: 'entity' as const, entity_name: 'Order', events: ['create' as const] }]

/** An app with a function that an automation runs. */
export async function deployed({ app, owner, client }: World, automations: object[] = DAILY) {
  const at = { app_id: (await app.make.app(owner)).id, name: 'hello' }
  const body = { ...SOURCE, automations: automations as typeof DAILY }
  const { deployment_id } = await client.functions.deploy(at, body)
  return { ...at, deployment_id }
}

export const functionCases: Cases = {
  'functions.deploy': async (world) => {
    const at = { app_id: (await world.app.make.app(world.owner)).id, name: 'hello' }
    return () => world.client.functions.deploy(at, { ...SOURCE, automations: DAILY })
  },
  'functions.rollback': async (world) => {
    const { deployment_id, ...at } = await deployed(world)
    await world.client.functions.deploy(at, SOURCE)
    return () => world.client.functions.rollback(at, { deployment_id })
  },
  'functions.delete': async (world) => {
    const { app_id, name } = await deployed(world)
    return () => world.client.functions.delete({ app_id, name })
  },
  'secrets.set': async (world) => {
    const at = { app_id: (await world.app.make.app(world.owner)).id }
    await world.client.secrets.set(at, { OLD: '1' })
    return () => world.client.secrets.set(at, { OLD: '2', NEW: '1' })
  },
  'secrets.delete': async (world) => {
    const at = { app_id: (await world.app.make.app(world.owner)).id }
    await world.client.secrets.set(at, { OLD: '1' })
    return () => world.client.secrets.delete(at, { secret_name: 'OLD' })
  },
  'records.create with an automation': async (world) => {
    const { app_id } = await deployed(world, ON_ORDERS)
    const properties = { total: { type: 'number' } }
    await world.client.schemas.set({ app_id, name: 'Order' }, { properties } as never)
    return () => world.client.records.create({ app_id, entity_name: 'Order' }, { total: 1 })
  },
}

export const functionJobCases: Record<string, ((world: World) => Promise<object>) | SpecialJob> = {
  'functions.start_due_automations': async (world) => {
    const at = await deployed(world)
    await sql`update function_automations set next_run_at = ${world.app.clock.now()} where app_id = ${at.app_id}`.execute(
      world.app.atrium.db,
    )
    return {}
  },
  'on.app.deleted.functions.forget_app': async (world) => {
    const { app_id } = await deployed(world)
    await world.client.secrets.set({ app_id }, { A: '1' })
    return { app_id, workspace_id: world.owner.workspace_id }
  },
}
