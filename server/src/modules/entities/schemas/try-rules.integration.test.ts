import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, viewer, stranger } = useTeam(app)

const MINE = { created_by_id: '{{user.id}}' }
const ADMIN = { user_condition: { role: 'admin' } }
const SCHEMA = {
  properties: {
    title: { type: 'string' },
    salary: { type: 'number', rls: { read: ADMIN, write: false } },
    address: { type: 'object', properties: { city: { type: 'string', rls: { read: MINE } } } },
  },
  rls: { create: ADMIN, read: true, update: MINE, delete: { $or: [ADMIN, { 'data.title': 'old' }] } },
}

/** An entity with a record of the owner's and, newer, one of the viewer's. */
async function makeTasks() {
  const app_id = (await app.make.app(owner)).id
  const at = { app_id, name: 'Task' }
  const { schemas, records } = app.as(owner)
  await schemas.set(at, { ...SCHEMA, rls: {} })
  const set = { app_id, entity_name: 'Task' }
  const first = await records.create(set, { title: 'old', address: { city: 'Oslo' } })
  const second = await app.as(viewer).records.create(set, { title: 'new' })
  await schemas.set(at, SCHEMA)
  return { at, set, first, second }
}

describe('trying rules', () => {
  test('tells for each of the newest records what this user may do, and with which fields', async () => {
    const { at, first, second } = await makeTasks()
    const { create, records } = await app
      .as(owner)
      .schemas.try_rules(at, { as: { id: viewer.id, email: viewer.email } })
    expect(create).toEqual({ outcome: 'refused', unwritable_fields: ['salary'] })
    expect(records).toMatchObject([
      {
        record: { id: second.id, title: 'new', created_by: viewer.email },
        ...{ read: true, update: true, delete: false },
        hidden_fields: ['salary'],
        unwritable_fields: ['salary'],
      },
      {
        record: { id: first.id, title: 'old', address: { city: 'Oslo' } },
        ...{ read: true, update: false, delete: true },
        hidden_fields: ['salary', 'address.city'],
        unwritable_fields: ['salary'],
      },
    ])
  })

  test('is the same as what happens then', async () => {
    const { at, set, first, second } = await makeTasks()
    const { records } = await app.as(owner).schemas.try_rules(at, { as: { id: viewer.id } })
    for (const { record, update, hidden_fields } of records) {
      const path = { ...set, entity_id: String(record.id) }
      const done = app.as(viewer).records.update(path, { title: String(record.title) })
      if (update) await done
      else await expect(done).rejects.toEqual(refusal(403, 'row_rule_refused'))
      const seen = await app.as(viewer).records.get(path)
      expect('salary' in seen).toBe(!hidden_fields.includes('salary') && 'salary' in record)
    }
    expect(records.map(({ record }) => record.id)).toEqual([second.id, first.id])
  })

  test('nobody signed in fulfils no condition; a role is taken as given', async () => {
    const { at } = await makeTasks()
    const nobody = await app.as(owner).schemas.try_rules(at, { as: null, limit: 1 })
    expect(nobody.create.outcome).toBe('refused')
    expect(nobody.records).toHaveLength(1)
    expect(nobody.records[0]).toMatchObject({ read: true, update: false, delete: false })
    const admin = await app.as(owner).schemas.try_rules(at, { as: { role: 'admin' } })
    expect(admin.create.outcome).toBe('allowed')
    expect(admin.records.map((one) => one.delete)).toEqual([true, true])
    expect(admin.records.map((one) => one.update)).toEqual([false, false])
  })

  test('takes a draft, without saving it', async () => {
    const { at, set } = await makeTasks()
    const draft = { ...SCHEMA, rls: { read: { 'data.title': 'new' }, create: { 'data.title': 'new' } } }
    const { create, records } = await app
      .as(owner)
      .schemas.try_rules(at, { schema: draft, as: { data: { team: 'north' } } })
    expect(create.outcome).toBe('depends')
    expect(records.map(({ read }) => read)).toEqual([true, false])
    expect((await app.as(owner).schemas.read(at)).rls).toEqual(SCHEMA.rls)
    expect(await app.as(viewer).records.list(set)).toHaveLength(2)
    const other = { ...at, name: 'NotThere' }
    const empty = await app.as(owner).schemas.try_rules(other, { schema: draft, as: null })
    expect(empty.records).toEqual([])
  })

  test('a draft that is wrong is refused at the place that is wrong', async () => {
    const { at } = await makeTasks()
    const draft = { ...SCHEMA, rls: { read: { 'data.nothing': 1 } } }
    const tried = app.as(owner).schemas.try_rules(at, { schema: draft, as: null })
    await expect(tried).rejects.toMatchObject({
      status: 422,
      fields: [{ loc: ['body', 'schema', 'rls', 'read', 'data.nothing'] }],
    })
  })

  test('is for those who can edit the app, of entities that are there', async () => {
    const { at } = await makeTasks()
    const tried = (who: Person, path = at) => app.as(who).schemas.try_rules(path, { as: null })
    await expect(tried(viewer)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(tried(stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(tried(owner, { ...at, name: 'Other' })).rejects.toEqual(refusal(404, 'entity_not_found'))
  })
})
