import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/start-app.ts'
import { boundRules } from './record-rules.ts'
import { updateWithoutSubscribers } from './update-store.ts'

test('of changes that go together, one that the database refuses fails alone', async () => {
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
      }
      return updateWithoutSubscribers(db, set, rules, update, { hasNoSubscribers: () => 'true' })
    }),
  )
  expect(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value?.data.title : one.reason.message)),
  ).toEqual(ids.map((_, n) => (n === 5 ? 'poison' : 'Fine')))
})
