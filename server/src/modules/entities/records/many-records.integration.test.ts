/** Changing many records at once: by id and by query. */
import { operations } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { ADMIN } from '../test/record-files.ts'
import { SET_SCHEMA, useRecordSets } from '../test/record-sets.ts'
import { watchRecords } from '../test/watch-records.ts'

const app = useSharedApp()
const { owner, viewer, stranger } = useTeam(app)
const { shop, entity, all } = useRecordSets(app, owner)
const records = (person: Person) => app.as(person).records

describe('updating by id', () => {
  test('is all or nothing, in the order asked for, and triggers nothing', async () => {
    const { path, ids } = await entity([{ name: 'a' }, { name: 'b' }, { name: 'c', note: 'free' }])
    const [a = '', b = '', c = ''] = ids
    const started = await watchRecords(app, owner, path)
    const changes: { id: string }[] = [{ id: b, size: 2 } as never, { id: a, size: 1, unknown: 1 } as never]
    const updated = await records(owner).bulk_update(path, changes)
    expect(updated).toMatchObject([
      { id: b, name: 'b', size: 2 },
      { id: a, name: 'a', size: 1 },
    ])
    expect(await started()).toEqual([])

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

  test.each([
    ['$set', 'note', 's', 's'],
    ['$unset', 'note', '', null],
    ['$inc', 'size', 3, 3],
    ['$mul', 'size', 3, 0],
    ['$min', 'size', 3, 3],
    ['$min', 'note', 'm', 'm'],
    ['$max', 'size', 3, 3],
    ['$max', 'note', 'm', 'm'],
    ['$currentDate', 'at', true, expect.stringMatching(/Z$/)],
    ['$push', 'tags', 'x', ['x']],
    ['$addToSet', 'tags', 'x', ['x']],
    ['$pull', 'tags', 'x', null],
  ])('applies %s to a field without a value: %s', async (operator, field, given, value) => {
    const { path } = await entity([{ name: 'none' }, { name: 'null', [field]: null }])
    const data = { [operator]: { [field]: given } } as never
    await records(owner).update_many(path, { query: {}, data })
    expect((await all(path)).map((record) => record[field] ?? null)).toEqual([value, value])
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

  test('leaves alone what one may delete by its id but not read', async () => {
    const { path } = await entity([
      { name: 'seen', note: 'free' },
      { name: 'unseen', note: 'free' },
    ])
    const rls = { read: { $or: [ADMIN, { 'data.name': 'seen' }] }, write: true }
    await app
      .as(owner)
      .schemas.set({ app_id: path.app_id, name: path.entity_name }, { ...SET_SCHEMA, rls } as never)
    expect(await records(viewer).delete_many(path, {})).toEqual({ success: true, deleted: 1 })
    expect((await all(path)).map(({ name }) => name)).toEqual(['unseen'])
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
  const missing = { app_id: shop.id, entity_name: 'Nothing' }
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
