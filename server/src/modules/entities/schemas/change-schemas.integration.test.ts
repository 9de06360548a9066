/** How other parts of the product change schemas: in their own transaction, by the rules that hold for everybody. */
import { beforeEach, expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { changeSchemas, readSchemas } from './change-schemas.ts'
import type { EntitySchema } from './entity-schema.ts'

const app = useApp()
const { owner } = useTeam(app)
let app_id: string

const change = (schemas: readonly EntitySchema[]) =>
  transaction(app.atrium.db, (tx) =>
    changeSchemas({ clock: app.clock, jobs: app.atrium.jobs }, tx, app_id, schemas),
  )
const versions = async () =>
  Object.fromEntries(
    (
      await app.sql<{ name: string; version: number }>`
        select name, version from entity_schemas where app_id = ${app_id}`
    ).map(({ name, version }) => [name, version]),
  )
const current = () => readSchemas(app.atrium.db, app_id)

beforeEach(async () => {
  app_id = (await app.make.app(owner)).id
  for (const name of ['Order', 'Task'])
    await app.as(owner).schemas.set({ app_id, name }, { properties: { title: { type: 'string' } } })
})

test('a schema that could not be set changes nothing', async () => {
  const before = await current()
  const [order] = before
  if (!order) throw new Error('there is one')
  const good = { ...order, rls: { read: false } }
  await expect(change([good, { ...order, rls: { reed: true } } as never])).rejects.toThrow('does not fit')
  expect(await current()).toEqual(before)
})

test('an entity that is not there is made', async () => {
  await change([{ name: 'User', properties: {} }])
  expect((await current()).map(({ name }) => name)).toEqual(['Order', 'Task', 'User'])
})

test('what differs is saved as a new version, with its indexes, and known to readers', async () => {
  const schemas = await current()
  const changed = schemas.map((schema) =>
    schema.name === 'Order'
      ? { ...schema, rls: { read: false }, properties: { title: { type: 'string' as const, index: true } } }
      : schema,
  )
  await change(changed)
  expect(await versions()).toEqual({ Order: 2, Task: 1 })
  await expect
    .poll(() => app.as(owner).schemas.read({ app_id, name: 'Order' }))
    .toMatchObject({ rls: { read: false } })
  expect(await app.sql`select from entity_indexes where app_id = ${app_id}`).toHaveLength(1)
})
