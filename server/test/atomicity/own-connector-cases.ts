import { consentConnector, makeAttempt } from '../../src/modules/connectors/test/connector-rows.ts'
import { makeId } from '../../src/platform/ids.ts'
import type { Cases } from './case.ts'
import type { World } from './world.ts'

/** A connector with a client and somebody at the consent page. */
async function added({ client, app, owner }: World) {
  const integration_type = makeId('own').slice(0, 40)
  await client.custom_connectors.create(consentConnector(integration_type))
  await client.connector_clients.set({ integration_type }, { client_id: 'one' })
  await makeAttempt(app, (await app.make.app(owner)).id, integration_type)
  return { integration_type }
}

export const ownConnectorCases: Cases = {
  'custom_connectors.create': async ({ client }) => {
    const definition = consentConnector(makeId('own').slice(0, 40))
    return () => client.custom_connectors.create(definition)
  },
  'custom_connectors.update': async (world) => {
    const at = await added(world)
    const moved = consentConnector(at.integration_type, { api: { base_url: 'https://new.example.com' } })
    return () => world.client.custom_connectors.update(at, moved)
  },
  'custom_connectors.delete': async (world) => {
    const at = await added(world)
    return () => world.client.custom_connectors.delete(at)
  },
  'custom_connectors.draft': {
    why: 'nothing is stored',
    steps: [],
    prepare: async ({ client }) => {
      const openapi = { openapi: '3.1.0', info: { title: 'Acme' } }
      return () => client.custom_connectors.draft({ openapi })
    },
  },
  'connector_clients.set': async (world) => {
    const at = await added(world)
    return () => world.client.connector_clients.set(at, { client_id: 'two', client_secret: 'secret' })
  },
  'connector_clients.delete': async (world) => {
    const at = await added(world)
    return () => world.client.connector_clients.delete(at)
  },
}
