import { entityRoom } from '@atrium/contract/realtime'
import { expect } from 'vitest'
import { listen } from '../listen.ts'
import type { Cases, Prepare, Subscriber } from './case.ts'
import type { World } from './world.ts'

const SCHEMA = { properties: { name: { type: 'string' }, size: { type: 'number' } } }

async function entity({ app, owner, client }: World) {
  const { id: app_id } = await app.make.app(owner)
  await client.schemas.set({ app_id, name: 'Task' }, SCHEMA)
  return { app_id, entity_name: 'Task' }
}

type At = Awaited<ReturnType<typeof entity>>
type RecordCall = (world: World, at: At, entity_id: string) => () => Promise<unknown>

/** One call for each way of changing records; there is a record already. */
const CHANGES: Record<string, RecordCall> = {
  'records.create':
    ({ client }, at) =>
    () =>
      client.records.create(at, { name: 'new' }),
  'records.bulk_create':
    ({ client }, at) =>
    () =>
      client.records.bulk_create(at, [{ name: 'one' }, { name: 'two' }]),
  'records.update':
    ({ client }, at, entity_id) =>
    () =>
      client.records.update({ ...at, entity_id }, { size: 2 }),
  'records.bulk_update':
    ({ client }, at, id) =>
    () =>
      client.records.bulk_update(at, [{ id, ...{ size: 2 } }]),
  'records.update_many':
    ({ client }, at) =>
    () =>
      client.records.update_many(at, { query: { name: 'first' }, data: { $set: { size: 2 } } }),
  'records.upsert':
    ({ client }, at) =>
    () =>
      client.records.upsert(at, { key: 'name', records: [{ name: 'first', size: 2 }, { name: 'other' }] }),
  'records.delete':
    ({ client }, at, entity_id) =>
    () =>
      client.records.delete({ ...at, entity_id }),
  'records.delete_many':
    ({ client }, at) =>
    () =>
      client.records.delete_many(at, { name: 'first' }),
  'records.import':
    ({ client }, at) =>
    () =>
      client.records.import(at, { file: new Blob(['name\none\ntwo\n']), file_name: 'tasks.csv' }),
}

/** Neither webhooks nor subscribers are sent these, as the specification says. */
const UNREPORTED = ['records.bulk_update']

/** The same change with each of those who may want to know of it. */
function withAudiences(call: RecordCall): Record<string, Prepare> {
  const prepare =
    (attract: (world: World, at: At) => Promise<Partial<World> & { subscriber?: Subscriber }>): Prepare =>
    async (world) => {
      const at = await entity(world)
      const { id } = await world.client.records.create(at, { name: 'first', size: 1 })
      const { subscriber, ...other } = await attract(world, at)
      const made = call({ ...world, ...other }, at, String(id))
      return subscriber ? { call: made, subscriber } : made
    }
  return {
    '': prepare(async () => ({})),
    ' with a webhook': prepare(async ({ client, receiverUrl }, { app_id }) => {
      const events = ['entity.created', 'entity.updated', 'entity.deleted'] as const
      await client.app_webhooks.create({ app_id }, { target_url: receiverUrl, events: [...events] })
      return {}
    }),
    ' signed in': prepare(async ({ app, owner }) => ({ client: app.as(await app.make.session(owner)) })),
    ' past the rules': prepare(async ({ bypassing }) => ({ client: bypassing })),
    ' with a subscriber': prepare(async (world, at) => ({ subscriber: await subscribe(world, at) })),
  }
}

async function subscribe({ app, owner, client }: World, at: At): Promise<Subscriber> {
  const listener = await listen(app.baseUrl, { app_id: at.app_id, token: owner.token })
  const room = entityRoom(at.app_id, at.entity_name)
  await listener.join(room)
  let known = 0
  return {
    async heard() {
      const { id } = await client.records.create(at, { name: 'mark' })
      await expect.poll(() => listener.heard(room).some((one) => one.id === id)).toBe(true)
      const news = listener.heard(room).slice(known, -1)
      known = listener.heard(room).length
      return news
    },
  }
}

const at = async (world: World) => {
  const { app_id, entity_name: name } = await entity(world)
  return { app_id, name }
}
const INDEXED = { ...SCHEMA, indexes: [['size']] }

export const entityCases: Cases = {
  ...Object.fromEntries(
    Object.entries(CHANGES).flatMap(([name, call]) =>
      Object.entries(withAudiences(call))
        .filter(([audience]) => !(UNREPORTED.includes(name) && audience.startsWith(' with')))
        .map(([audience, prepare]) => [`${name}${audience}`, prepare]),
    ),
  ),
  'records.aggregate': {
    why: 'it only reads',
    prepare: async (world) => {
      const at = await entity(world)
      return () => world.client.records.aggregate(at, { count: true })
    },
    steps: [],
  },
  'schemas.try_rules': {
    why: 'it only reads',
    prepare: async (world) => {
      const path = await at(world)
      return () => world.client.schemas.try_rules(path, { as: {} })
    },
    steps: [],
  },
  'schemas.set': async (world) => {
    const path = await at(world)
    return () => world.client.schemas.set(path, INDEXED)
  },
  'schemas.replace_all': async (world) => {
    const { app_id } = await at(world)
    return () => world.client.schemas.replace_all({ app_id }, { entityNameToSchema: { Order: INDEXED } })
  },
  'schemas.delete': async (world) => {
    const path = await at(world)
    await world.client.schemas.set(path, INDEXED)
    return () => world.client.schemas.delete(path)
  },
  'record_views.create': async (world) => {
    const { app_id, entity_name } = await entity(world)
    return () => world.client.record_views.create({ app_id }, { entity_name, name: 'Mine' })
  },
  'record_views.update': async (world) => {
    const path = await view(world)
    return () => world.client.record_views.update(path, { name: 'Yours', is_shared: true })
  },
  'record_views.delete': async (world) => {
    const path = await view(world)
    return () => world.client.record_views.delete(path)
  },
}

async function view(world: World) {
  const { app_id, entity_name } = await entity(world)
  const { id: view_id } = await world.client.record_views.create({ app_id }, { entity_name, name: 'Mine' })
  return { app_id, view_id }
}
