import { beforeEach, expect, test, vi } from 'vitest'
import { migratedDatabase } from '../../../../test/migrated-database.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { createNotifications } from '../../../platform/database/listen.ts'
import { createLog } from '../../../platform/log.ts'
import type { EntitySchema } from './entity-schema.ts'
import { createSchemaCache, type SchemaCache } from './schema-cache.ts'
import { schemaStore } from './schema-store.ts'

const database = useStarted(migratedDatabase)
const notifications = useStarted(async () =>
  createNotifications({ connection: database.connection, log: createLog('silent') }),
)
let cache: SchemaCache

beforeEach(async () => {
  await database.pool.query(`
    truncate users, workspaces cascade;
    insert into users (id, email, full_name) values ('usr_a', 'a@example.com', 'A');
    insert into workspaces (id, name, plan) values ('ws_1', 'One', 'free');
    insert into apps (id, workspace_id, owner_id, name, kind) values
      ('app_1', 'ws_1', 'usr_a', 'One', 'app'), ('app_2', 'ws_1', 'usr_a', 'Two', 'app')`)
  cache = createSchemaCache({ db: database.db, notifications })
  await notifications.ready()
})

/** What was reported before has arrived when this resolves. */
const reported = () => notifications.ready()
const saveAll = async (appId: string, schemas: EntitySchema[]) => {
  await schemaStore(database.db).save(appId, schemas, new Date())
  await reported()
}
const save = (appId: string, note: number) => saveAll(appId, [{ name: 'Task', note }])
const noteOf = async (appId = 'app_1') => (await cache.of(appId, 'Task'))?.schema.note

test('a schema is read once, and one that is not there is known to be missing', async () => {
  await save('app_1', 1)
  const known = await cache.of('app_1', 'Task')
  expect(known).toEqual({ schema: { name: 'Task', note: 1 }, version: 1 })
  expect((await cache.of('app_1', 'Task'))?.schema).toBe(known?.schema)
  expect(await cache.of('app_1', 'task')).toBeNull()
  expect(await cache.of('app_2', 'Task')).toBeNull()
  expect(await cache.of('app_1', '__proto__')).toBeNull()
})

test('many that ask at once share one reading', async () => {
  await save('app_1', 1)
  const all = await Promise.all(Array.from({ length: 20 }, () => cache.of('app_1', 'Task')))
  expect(new Set(all.map((known) => known?.schema)).size).toBe(1)
})

test('a change, a deletion or an addition on any node is known at once', async () => {
  expect(await noteOf()).toBeUndefined()
  await save('app_1', 1)
  expect(await noteOf()).toBe(1)
  await save('app_1', 2)
  expect(await cache.of('app_1', 'Task')).toEqual({ schema: { name: 'Task', note: 2 }, version: 2 })
  await schemaStore(database.db).delete('app_1', ['Task'])
  await reported()
  expect(await cache.of('app_1', 'Task')).toBeNull()
})

test('a change of one app leaves what is known of another', async () => {
  await save('app_1', 1)
  await save('app_2', 1)
  const before = await cache.of('app_2', 'Task')
  await save('app_1', 2)
  expect(await noteOf()).toBe(2)
  expect((await cache.of('app_2', 'Task'))?.schema).toBe(before?.schema)
})

test('without being notified it is at most 5 seconds old', async () => {
  const deaf = createSchemaCache({
    db: database.db,
    notifications: { on: () => () => {}, onReconnect: () => {} },
  })
  await save('app_1', 1)
  const note = async () => (await deaf.of('app_1', 'Task'))?.schema.note
  const now = performance.now()
  const spy = vi.spyOn(performance, 'now').mockReturnValue(now)
  try {
    expect(await note()).toBe(1)
    await save('app_1', 2)
    expect(await note()).toBe(1)
    spy.mockReturnValue(now + 4_000)
    expect(await note()).toBe(1)
    spy.mockReturnValue(now + 5_001)
    expect(await note()).toBe(2)
  } finally {
    spy.mockRestore()
  }
  await save('app_1', 3)
  deaf.invalidate('app_1')
  expect(await note()).toBe(3)
})

test('a connection that was lost forgets everything when it is back', async () => {
  let reconnect = () => {}
  const cut = createSchemaCache({
    db: database.db,
    notifications: { on: () => () => {}, onReconnect: (listener) => (reconnect = listener) },
  })
  await save('app_1', 1)
  await cut.of('app_1', 'Task')
  await save('app_1', 2)
  reconnect()
  expect((await cut.of('app_1', 'Task'))?.schema.note).toBe(2)
})

test('a reading that failed is not remembered', async () => {
  await save('app_1', 1)
  await database.pool.query('alter table entity_schemas rename to hidden')
  try {
    await expect(cache.of('app_1', 'Task')).rejects.toThrow()
  } finally {
    await database.pool.query('alter table hidden rename to entity_schemas')
  }
  expect(await noteOf()).toBe(1)
})

test('what is remembered has a limit, also of names that nobody declared', async () => {
  const small = createSchemaCache({ db: database.db, notifications, maxBytes: 10_000 })
  await save('app_1', 1)
  const first = await small.of('app_1', 'Task')
  expect(first).toMatchObject({ schema: expect.anything() })
  const ask = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => small.of('app_2', `None${n}`)))
  await ask(15)
  expect((await small.of('app_1', 'Task'))?.schema).toBe(first?.schema)
  await ask(25)
  const again = await small.of('app_1', 'Task')
  expect(again).toEqual(first)
  expect(again?.schema).not.toBe(first?.schema)
})

test('large schemas count for more', async () => {
  const small = createSchemaCache({ db: database.db, notifications, maxBytes: 10_000 })
  const large = (name: string) => ({ name, note: 'x'.repeat(9_000) })
  await saveAll('app_1', [large('A'), large('B')])
  const first = await small.of('app_1', 'A')
  expect((await small.of('app_1', 'A'))?.schema).toBe(first?.schema)
  await small.of('app_1', 'B')
  await small.of('app_1', 'C')
  expect((await small.of('app_1', 'A'))?.schema).not.toBe(first?.schema)
})
