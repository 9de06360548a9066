/** Changing many records at once: by id, by query, by key. */
import { operations } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'

let app: TestApp
let owner: Person
let viewer: Person
let stranger: Person
let app_id: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.make.person('owner')
  viewer = await app.make.person('viewer', { id: owner.workspace_id })
  stranger = await app.make.person('owner')
  app_id = (await app.make.app(owner)).id
})
afterAll(() => app.stop())

const ADMIN = { user_condition: { role: 'admin' } }
const SCHEMA = {
  properties: {
    name: { type: 'string', maxLength: 10 },
    size: { type: 'number' },
    note: { type: 'string' },
    tags: { type: 'array' },
    at: { type: 'string' },
    price: { type: 'number', rls: { write: ADMIN } },
    hidden: { type: 'string', rls: { read: ADMIN } },
  },
  required: ['name'],
  rls: { write: { $or: [ADMIN, { 'data.note': 'free' }] }, create: true },
}

let sets = 0
/** An entity of its own with these records; answers its path and their ids. */
async function entity(values: readonly Record<string, unknown>[]) {
  const path = { app_id, entity_name: `Set${++sets}` }
  await app.as(owner).schemas.set({ app_id, name: path.entity_name }, SCHEMA)
  const made = values.length > 0 ? await records(owner).bulk_create(path, values as never) : []
  return { path, ids: made.map(({ id }) => id) }
}
const records = (person: Person) => app.as(person).records
const all = async (path: { app_id: string; entity_name: string }) =>
  (await records(owner).list(path, { sort: 'name' })) as Record<string, unknown>[]
const refusal = (status: number, code: string) => ({ status, code })
const invalidAt = (...loc: (string | number)[]) => ({ status: 422, body: { detail: [{ loc }] } })

describe('updating by id', () => {
  test('is all or nothing, in the order asked for, and triggers nothing', async () => {
    const { path, ids } = await entity([{ name: 'a' }, { name: 'b' }, { name: 'c', note: 'free' }])
    const [a = '', b = '', c = ''] = ids
    app.atrium.events.announced.length = 0
    const changes: { id: string }[] = [{ id: b, size: 2 } as never, { id: a, size: 1, unknown: 1 } as never]
    const updated = await records(owner).bulk_update(path, changes)
    expect(updated).toMatchObject([
      { id: b, name: 'b', size: 2 },
      { id: a, name: 'a', size: 1 },
    ])
    expect(app.atrium.events.announced).toEqual([])

    const refused: [Person, object[], object][] = [
      [owner, [{ id: a, size: 9 }, { id: 'rec_none' }], refusal(404, 'record_not_found')],
      [
        owner,
        [
          { id: a, size: 9 },
          { id: b, size: 'x' },
        ],
        invalidAt('body', 1, 'size'),
      ],
      [owner, [{ id: a, size: 9 }, { id: a }], invalidAt('body')],
      [
        viewer,
        [
          { id: c, size: 9 },
          { id: a, size: 9 },
        ],
        refusal(403, 'row_rule_refused'),
      ],
      [viewer, [{ id: c, size: 9, price: 1 }], refusal(403, 'field_rule_refused')],
    ]
    for (const [person, body, answer] of refused)
      await expect(records(person).bulk_update(path, body as never)).rejects.toMatchObject(answer)
    expect((await all(path)).map(({ size }) => size ?? null)).toEqual([1, 2, null])
    expect(await records(viewer).bulk_update(path, [{ id: c, size: 3 } as never])).toMatchObject([
      { size: 3 },
    ])
  })
})

describe('updating by query', () => {
  test('applies every operator', async () => {
    const { path } = await entity([{ name: 'a', size: 2, tags: ['x', 'y'], note: 'n', at: 'old' }])
    const update = (data: object) => records(owner).update_many(path, { query: {}, data: data as never })
    await update({ $inc: { size: 3 }, $push: { tags: 'z' }, $currentDate: { at: true } })
    expect((await all(path))[0]).toMatchObject({ size: 5, tags: ['x', 'y', 'z'] })
    expect((await all(path))[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    await update({ $mul: { size: 2 }, $addToSet: { tags: { $each: ['z', 'w'] } }, $rename: { note: 'at' } })
    expect((await all(path))[0]).toMatchObject({ size: 10, tags: ['x', 'y', 'z', 'w'], note: null, at: 'n' })
    await update({ $min: { size: 4, at: 'm' }, $pull: { tags: 'x' }, $set: { note: 's' } })
    expect((await all(path))[0]).toMatchObject({ size: 4, at: 'm', tags: ['y', 'z', 'w'], note: 's' })
    await update({ $max: { size: 3 }, $unset: { note: '' }, $set: { nope: 1, id: 'x' } })
    expect((await all(path))[0]).toMatchObject({ size: 4, note: null })
  })

  test('changes what matches and is covered, 500 at a time', async () => {
    const { path } = await entity(Array.from({ length: 500 }, (_, n) => ({ name: `n${n}`, size: n % 2 })))
    await records(owner).bulk_create(path, [
      { name: 'last', size: 0, note: 'free' },
      { name: 'more', size: 0 },
    ])
    const body = { query: { note: 'free' }, data: { $set: { size: 7 } } }
    expect(await records(viewer).update_many(path, body)).toEqual({
      success: true,
      updated: 1,
      has_more: false,
    })
    const open = { query: { size: { $ne: 9 } }, data: { $set: { size: 9 } } }
    expect(await records(viewer).update_many(path, open)).toEqual({
      success: true,
      updated: 1,
      has_more: false,
    })
    expect(await records(owner).update_many(path, open)).toEqual({
      success: true,
      updated: 500,
      has_more: true,
    })
    expect(await records(owner).update_many(path, open)).toEqual({
      success: true,
      updated: 1,
      has_more: false,
    })
  })

  test('has no more when a whole batch was all of it', async () => {
    const { path } = await entity(Array.from({ length: 500 }, (_, n) => ({ name: `n${n}` })))
    const change = { query: {}, data: { $set: { size: 1 } } }
    expect(await records(owner).update_many(path, change)).toMatchObject({ updated: 500, has_more: false })
  })

  test('is refused whole for what does not fit or may not be written', async () => {
    const { path } = await entity([{ name: 'a', note: 'free', size: 1 }, { name: 'b' }])
    const update = (person: Person, query: object, data: object) =>
      records(person).update_many(path, { query: query as never, data: data as never })
    const wrong: [object, object, (string | number)[]][] = [
      [{}, { $inc: { size: 'x' } }, ['body', 'data', '$inc', 'size']],
      [{}, { $grow: { size: 1 } }, ['body', 'data', '$grow', 'size']],
      [{}, { $set: { name: 'x'.repeat(11) } }, ['body', 'data', 'name']],
      [{}, { $inc: { name: 1 } }, ['body', 'data', 'name']],
      [{}, { $set: { size: 1 }, $inc: { size: 1 } }, ['body', 'data']],
      [{}, { $rename: { note: 'nope' } }, ['body', 'data', '$rename', 'note']],
      [{ nope: 1 }, { $set: { size: 1 } }, ['body', 'query', 'nope']],
    ]
    for (const [query, data, loc] of wrong)
      await expect(update(owner, query, data)).rejects.toMatchObject(invalidAt(...loc))
    await expect(update(viewer, { hidden: 'x' }, { $set: { size: 1 } })).rejects.toMatchObject(
      invalidAt('body', 'query'),
    )
    await expect(update(viewer, {}, { $set: { price: 1 } })).rejects.toMatchObject(
      refusal(403, 'field_rule_refused'),
    )
    expect((await all(path)).map(({ size }) => size ?? null)).toEqual([1, null])
  })

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

  test('renames only what may be written, also where nothing stands', async () => {
    const { path } = await entity([{ name: 'a', note: 'free' }])
    const rename = (fields: Record<string, string>) =>
      records(viewer).update_many(path, { query: {}, data: { $rename: fields } })
    for (const fields of [{ price: 'size' }, { size: 'price' }]) {
      const refused = { ...refusal(403, 'field_rule_refused'), body: { fields: ['data.price'] } }
      if ('size' in fields) await records(owner).update_many(path, { query: {}, data: { $set: { size: 1 } } })
      await expect(rename(fields)).rejects.toMatchObject(refused)
    }
    expect(await rename({ size: 'at' }).catch((error) => error)).toMatchObject(
      invalidAt('body', 'data', 'at'),
    )
  })
})

describe('upserting', () => {
  test('updates what has the key and creates the rest, in order', async () => {
    const { path, ids } = await entity([{ name: 'a', size: 1, note: 'keep' }])
    const done = await records(owner).upsert(path, {
      key: 'name',
      records: [
        { name: 'b', size: 2 },
        { name: 'a', size: 5 },
      ],
    })
    expect(done).toMatchObject({ created: 1, updated: 1 })
    expect(done.records).toMatchObject([{ name: 'b' }, { id: ids[0], name: 'a', size: 5, note: 'keep' }])
  })

  test('finds only what the caller may read, and tells nothing of the rest', async () => {
    const path = { app_id, entity_name: 'Sealed' }
    const rls = { create: true, update: true, read: { $or: [ADMIN, { 'data.note': 'free' }] } }
    await app.as(owner).schemas.set({ app_id, name: 'Sealed' }, { ...SCHEMA, rls })
    await records(owner).bulk_create(path, [{ name: 'a' }, { name: 'b', note: 'free' }])
    const upsert = (person: Person, ...names: string[]) =>
      records(person).upsert(path, { records: names.map((name) => ({ name, size: 1 })), key: 'name' })
    expect(await upsert(viewer, 'b', 'a')).toMatchObject({ created: 1, updated: 1 })
    expect(await upsert(viewer, 'c')).toMatchObject({ created: 1, updated: 0 })
    expect((await all(path)).map(({ name, size }) => [name, size ?? null])).toEqual(
      expect.arrayContaining([
        ['a', null],
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ]),
    )
    // What may be read and not be changed is refused.
    await app
      .as(owner)
      .schemas.set({ app_id, name: 'Sealed' }, { ...SCHEMA, rls: { create: true, write: ADMIN } })
    await expect(upsert(viewer, 'd', 'a')).rejects.toMatchObject(refusal(403, 'row_rule_refused'))
    // Of several with the key, one that may be read is enough.
    await app.as(owner).schemas.set({ app_id, name: 'Sealed' }, { ...SCHEMA, rls })
    await records(owner).create(path, { name: 'a', note: 'free' })
    expect(await upsert(viewer, 'a')).toMatchObject({ updated: 1, records: [{ note: 'free', size: 1 }] })
  })

  test('finds by several fields together', async () => {
    const { path } = await entity([
      { name: 'a', size: 1 },
      { name: 'a', size: 2 },
      { name: 'b', size: 1 },
    ])
    const body = {
      key: ['name', 'size'],
      records: [
        { name: 'a', size: 2, note: 'x' },
        { name: 'b', size: 2, note: 'y' },
        { name: 'b', size: 1, note: 'z' },
      ],
    }
    expect(await records(owner).upsert(path, body)).toMatchObject({
      created: 1,
      updated: 2,
      records: [{ note: 'x' }, { note: 'y' }, { note: 'z' }],
    })
    expect((await all(path)).map(({ name, size, note }) => `${name}${size}${note ?? ''}`).sort()).toEqual([
      'a1',
      'a2x',
      'b1z',
      'b2y',
    ])
    for (const [key, loc] of [
      [
        ['name', 'name'],
        ['body', 'key'],
      ],
      [
        ['name', 'nope'],
        ['body', 'key'],
      ],
      [[], ['body', 'key']],
      [
        ['name', 'size', 'note', 'at', 'tags'],
        ['body', 'key'],
      ],
    ] as const) {
      const refused = records(owner).upsert(path, { key: [...key], records: [{ name: 'a', size: 1 }] })
      await expect(refused).rejects.toMatchObject(invalidAt(...loc))
    }
    const without = records(owner).upsert(path, { key: ['name', 'size'], records: [{ name: 'a' }] })
    await expect(without).rejects.toMatchObject(invalidAt('body', 'records', 0, 'size'))
    const hidden = records(viewer).upsert(path, { key: ['name', 'hidden'], records: [{ name: 'a' }] })
    await expect(hidden).rejects.toMatchObject(invalidAt('body', 'key'))
  })

  test('of many at once makes each key once', async () => {
    const { path } = await entity([])
    const body = { key: 'name', records: [{ name: 'x' }, { name: 'y' }] }
    const done = await Promise.all(Array.from({ length: 6 }, () => records(owner).upsert(path, body)))
    expect(done.reduce((sum, { created }) => sum + created, 0)).toBe(2)
    expect(await records(owner).count(path)).toEqual({ count: 2 })
  })

  test('is refused whole', async () => {
    const { path } = await entity([{ name: 'a', size: 1 }])
    const upsert = (person: Person, list: object[], key = 'name') =>
      records(person).upsert(path, { key, records: list as never })
    await expect(upsert(owner, [{ name: 'a', size: 2 }, {}])).rejects.toMatchObject(
      invalidAt('body', 'records', 1, 'name'),
    )
    await expect(upsert(owner, [{ name: 'a' }, { name: 'a' }])).rejects.toMatchObject(
      invalidAt('body', 'records'),
    )
    await expect(upsert(owner, [{ name: 'a', size: 'x' }])).rejects.toMatchObject(
      invalidAt('body', 'records', 0, 'size'),
    )
    await expect(upsert(owner, [{ name: 'a' }], 'nope')).rejects.toMatchObject(invalidAt('body', 'key'))
    await expect(upsert(viewer, [{ name: 'a', hidden: 'x' }], 'hidden')).rejects.toMatchObject(
      invalidAt('body', 'key'),
    )
    await expect(upsert(viewer, [{ name: 'new' }, { name: 'a', size: 2 }])).rejects.toMatchObject(
      refusal(403, 'row_rule_refused'),
    )
    await expect(upsert(viewer, [{ name: 'new', price: 2 }])).rejects.toMatchObject(
      refusal(403, 'field_rule_refused'),
    )
    expect(await all(path)).toMatchObject([{ name: 'a', size: 1 }])
  })
})

describe('deleting by query', () => {
  test('takes what matches and is covered, however many', async () => {
    const { path } = await entity(Array.from({ length: 500 }, (_, n) => ({ name: `n${n}`, size: 1 })))
    await records(owner).bulk_create(path, [
      { name: 'x', size: 1 },
      { name: 'y', size: 2, note: 'free' },
    ])
    expect(await records(viewer).delete_many(path, {})).toEqual({ success: true, deleted: 1 })
    expect(await records(owner).delete_many(path, { size: 1 })).toEqual({ success: true, deleted: 501 })
    expect(await records(owner).count(path)).toEqual({ count: 0 })
    await expect(records(viewer).delete_many(path, { hidden: 'x' })).rejects.toMatchObject(invalidAt('body'))
  })
})

describe.each([0, 2, 4])('of five records that a query matches, the one at %i', (place) => {
  const five = (one: object) =>
    ['a', 'b', 'c', 'd']
      .map((name): object => ({ name, size: 1, note: 'free' }))
      .toSpliced(place, 0, { name: 'x', size: 1, ...one }) as Record<string, unknown>[]

  test('is passed over when the rule does not cover it, and the others are changed and deleted', async () => {
    const { path } = await entity(five({ note: 'held' }))
    const change = { query: { size: 1 }, data: { $set: { size: 2 } } }
    expect(await records(viewer).update_many(path, change)).toMatchObject({ updated: 4, has_more: false })
    expect((await all(path)).map(({ name, size }) => [name, size])).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 2],
      ['d', 2],
      ['x', 1],
    ])
    expect(await records(viewer).delete_many(path, {})).toEqual({ success: true, deleted: 4 })
    expect(await all(path)).toMatchObject([{ name: 'x', size: 1 }])
  })

  test('refuses the change of all when its value would not fit', async () => {
    const { path } = await entity(five({ note: 'too long for a name' }))
    const before = await all(path)
    const change = { query: {}, data: { $rename: { note: 'name' } } }
    await expect(records(owner).update_many(path, change)).rejects.toMatchObject(
      invalidAt('body', 'data', 'name'),
    )
    expect(await all(path)).toEqual(before)
  })
})

test('what is not there is a 404, and going past the rules is for editors', async () => {
  const { path } = await entity([])
  const missing = { app_id, entity_name: 'Nothing' }
  const asked = [
    [operations.records.bulk_update, [{ id: 'rec_1' }]],
    [operations.records.update_many, { query: {}, data: {} }],
    [operations.records.upsert, { key: 'name', records: [{ name: 'a' }] }],
    [operations.records.delete_many, {}],
  ] as const
  for (const [operation, body] of asked) {
    const ask = (person: Person, params: object, headers = {}) =>
      app.as(person).request(operation as never, { params, body, headers } as never)
    await expect(ask(owner, missing)).rejects.toMatchObject(refusal(404, 'entity_not_found'))
    await expect(ask(stranger, path)).rejects.toMatchObject(refusal(404, 'app_not_found'))
    await expect(ask(viewer, path, { 'x-bypass-rls': 'true' })).rejects.toMatchObject(
      refusal(403, 'editor_required'),
    )
  }
})
