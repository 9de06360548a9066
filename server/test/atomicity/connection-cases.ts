import type { Cases } from './case.ts'
import type { World } from './world.ts'

const SANDBOX = { integration_type: 'sandbox-oauth' }

/** An app, and the address that somebody who approved is sent back to. */
async function approved({ app, owner, client }: World) {
  const at = { app_id: (await app.make.app(owner)).id }
  const { redirect_url } = await client.connectors.initiate(at, SANDBOX)
  const request = new URL(redirect_url ?? '').searchParams.get('request') ?? ''
  const { redirect_url: back } = await client.connectors.decide_sandbox({ request, decision: 'approve' })
  return { at, back }
}

async function comeBack({ owner }: World, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${owner.token}` }
  const response = await fetch(url, { redirect: 'manual', headers })
  if (response.status !== 303)
    throw Object.assign(new Error(await response.text()), { status: response.status })
}

async function connected(world: World) {
  const { at, back } = await approved(world)
  await comeBack(world, back)
  return { ...at, ...SANDBOX }
}

/** Those that change connections. */
export const connectionCases: Cases = {
  'connectors.initiate': async (world) => {
    const at = { app_id: (await world.app.make.app(world.owner)).id }
    return () => world.client.connectors.initiate(at, SANDBOX)
  },
  'connectors.callback': {
    why: 'the service is asked between two writes: the first takes the state, so that it is good once',
    prepare: async (world) => {
      const { back } = await approved(world)
      return () => comeBack(world, back)
    },
    steps: ['connection_attempts update', 'audit_log insert, connection_attempts update, connections insert'],
  },
  'connectors.update_scopes': async (world) => {
    const of = await connected(world)
    return () => world.client.connectors.update_scopes(of, { scopes: ['items.read', 'items.write'] })
  },
  'connectors.disconnect': async (world) => {
    const of = await connected(world)
    return () => world.client.connectors.disconnect(of)
  },
  'connectors.remove': async (world) => {
    const of = await connected(world)
    return () => world.client.connectors.remove(of)
  },
}
