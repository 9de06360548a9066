/** Changes by query: no answer tells what the caller may not read. */
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { invalidAt } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, viewer } = useTeam(app)
let app_id: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
})

const ADMIN = { user_condition: { role: 'admin' } }
const records = (person: Person) => app.as(person).records

test('tells nothing of a field that the caller may not read, by any operator', async () => {
  const path = { app_id, entity_name: 'Paid' }
  const sealed = { read: ADMIN, write: ADMIN }
  const properties = {
    name: { type: 'string' },
    salary: { type: 'number', rls: sealed },
    // May be written blindly.
    bonus: { type: 'number', maximum: 10, rls: { read: ADMIN } },
    grades: { type: 'array', rls: sealed },
    home: {
      type: 'object',
      properties: { city: { type: 'string' }, door: { type: 'string', rls: sealed } },
    },
  }
  await app.as(owner).schemas.set({ app_id, name: 'Paid' }, { properties })
  const [made] = await records(owner).bulk_create(path, [
    { name: 'a', salary: 70, bonus: 5, grades: ['x'], home: { city: 'b', door: 'c' } },
  ])
  const update = (data: object) => records(viewer).update_many(path, { query: {}, data: data as never })
  for (const [data, field] of [
    [{ $max: { salary: 69 } }, 'data.salary'],
    [{ $max: { salary: 71 } }, 'data.salary'],
    [{ $min: { salary: 71 } }, 'data.salary'],
    [{ $set: { salary: 70 } }, 'data.salary'],
    [{ $inc: { salary: 0 } }, 'data.salary'],
    [{ $mul: { salary: 1 } }, 'data.salary'],
    [{ $unset: { salary: '' } }, 'data.salary'],
    [{ $addToSet: { grades: 'x' } }, 'data.grades'],
    [{ $pull: { grades: 'y' } }, 'data.grades'],
    [{ $push: { grades: { $each: [] } } }, 'data.grades'],
    [{ $set: { home: { city: 'b', door: 'c' } } }, 'data.home.door'],
    [{ $set: { home: { city: 'b' } } }, 'data.home.door'],
    [{ $inc: { bonus: 5 } }, 'data.bonus'],
    [{ $inc: { bonus: 6 } }, 'data.bonus'],
    [{ $max: { bonus: 4 } }, 'data.bonus'],
    [{ $rename: { salary: 'name' } }, 'data.salary'],
    [{ $rename: { bonus: 'name' } }, 'data.bonus'],
    [{ $rename: { home: 'name' } }, 'data.home.door'],
    [{ $rename: { name: 'salary' } }, 'data.salary'],
  ] as const) {
    const refused = { status: 403, code: 'field_rule_refused', body: { fields: [field] } }
    await expect(update(data), JSON.stringify(data)).rejects.toMatchObject(refused)
  }
  expect(await records(owner).get({ ...path, entity_id: made?.id ?? '' })).toMatchObject({
    salary: 70,
    bonus: 5,
    grades: ['x'],
    home: { city: 'b', door: 'c' },
  })
  expect(await update({ $set: { bonus: 9 } })).toMatchObject({ updated: 1 })
  await expect(update({ $set: { bonus: 11 } })).rejects.toMatchObject(invalidAt('body', 'data', 'bonus'))
})

test('renames only what may be written at both ends, also where nothing stands', async () => {
  const path = { app_id, entity_name: 'Priced' }
  const properties = {
    size: { type: 'number' },
    weight: { type: 'number' },
    price: { type: 'number', rls: { write: ADMIN } },
  }
  await app.as(owner).schemas.set({ app_id, name: 'Priced' }, { properties })
  await records(owner).create(path, { size: 1 })
  const rename = (fields: Record<string, string>) =>
    records(viewer).update_many(path, { query: {}, data: { $rename: fields } })
  const refused = { status: 403, code: 'field_rule_refused', body: { fields: ['data.price'] } }
  for (const fields of [{ price: 'weight' }, { size: 'price' }] as Record<string, string>[])
    await expect(rename(fields)).rejects.toMatchObject(refused)
  await rename({ size: 'weight' })
  expect(await records(owner).list(path)).toMatchObject([{ size: null, weight: 1 }])
})
