import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/start-app.ts'
import { boundRules } from './record-rules.ts'
import { updateWithoutSubscribers } from './update-store.ts'

test('of changes that go together, one that the database refuses fails alone', { tags: 'slow' }, async () => {
  const app = await startApp()
  const { db } = app.atrium
  const owner = await app.make.person('owner')
  const { id: app_id } = await app.make.app(owner)
  const schema = { name: 'Task', properties: { title: { type: 'string' as const } } }
  await app.as(owner).schemas.set({ app_id, name: 'Task' }, { properties: schema.properties })
  const set = { app_id, entity_name: 'Task' }
  const made = Array.from({ length: 12 }, () => app.as(owner).records.create(set, { title: 'Water' }))
  const ids = (await Promise.all(made)).map(({ id }) => id)
  await sql`create function refuse_poison() returns trigger language plpgsql as $$
    begin raise exception 'poison'; end $$`.execute(db)
  await sql`create trigger poison before update on records for each row
    when (new.data ->> 'title' = 'Poison') execute function refuse_poison()`.execute(db)

  const rules = boundRules(schema, 'bypass')
  const outcomes = await Promise.allSettled(
    ids.map((id, n) => {
      const update = {
        id,
        values: { title: n === 5 ? 'Poison' : 'Fine' },
        guards: [],
        version: null,
        now: new Date(),
        mostBytes: 1_000,
      }
      return updateWithoutSubscribers(db, set, rules, update, { hasNoSubscribers: () => 'true' })
    }),
  )
  expect(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value?.data.title : one.reason.message)),
  ).toEqual(ids.map((_, n) => (n === 5 ? 'poison' : 'Fine')))
})

test('who may write one field of a record does not come by another one with the same statement', {
  tags: 'slow',
}, async () => {
  const app = await startApp()
  const owner = await app.make.person('owner')
  const viewer = await app.make.person('viewer', { id: owner.workspace_id })
  const { id: app_id } = await app.make.app(owner)
  const whenFree = { write: { 'data.kind': 'free' } }
  const ofAdmins = { write: { user_condition: { role: 'admin' } } }
  const properties = {
    kind: { type: 'string' },
    open: { type: 'number', rls: whenFree },
    shut: { type: 'number', rls: ofAdmins },
    inner: { type: 'object', properties: { open: { rls: whenFree }, shut: { rls: ofAdmins } } },
  }
  await app.as(owner).schemas.set({ app_id, name: 'Task' }, { properties })
  const values = { kind: 'free', open: 1, shut: 1, inner: { open: 1, shut: 1 } }
  const at = { app_id, entity_name: 'Task' }
  const { id: entity_id } = await app.as(owner).records.create(at, values)
  const update = (change: Record<string, unknown>) =>
    app.as(viewer).records.update({ ...at, entity_id }, change)
  const refusedFor = (field: string) => ({ code: 'field_rule_refused', body: { fields: [field] } })
  // The first ones are let in, so that their statements are known when the others come.
  expect(await update({ open: 2 })).toMatchObject({ open: 2 })
  await expect(update({ shut: 2 })).rejects.toMatchObject(refusedFor('data.shut'))
  expect(await update({ inner: { open: 2, shut: 1 } })).toMatchObject({ inner: { open: 2 } })
  await expect(update({ inner: { open: 2, shut: 2 } })).rejects.toMatchObject(refusedFor('data.inner.shut'))
  expect(await app.as(owner).records.get({ ...at, entity_id })).toMatchObject({ shut: 1, inner: { shut: 1 } })
})
