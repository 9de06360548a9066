/** Records that are updated or created by a key. */
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { ADMIN } from '../test/record-files.ts'
import { SET_SCHEMA, useRecordSets } from '../test/record-sets.ts'

const app = useApp()
const { owner, viewer } = useTeam(app)
const { shop, entity, all } = useRecordSets(app, owner)
const records = (person: Person) => app.as(person).records

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
    const path = { app_id: shop.id, entity_name: 'Sealed' }
    const rls = { create: true, update: true, read: { $or: [ADMIN, { 'data.note': 'free' }] } }
    await app.as(owner).schemas.set({ app_id: shop.id, name: 'Sealed' }, { ...SET_SCHEMA, rls })
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
      .schemas.set(
        { app_id: shop.id, name: 'Sealed' },
        { ...SET_SCHEMA, rls: { create: true, write: ADMIN } },
      )
    await expect(upsert(viewer, 'd', 'a')).rejects.toMatchObject(refusal(403, 'row_rule_refused'))
    // Of several with the key, one that may be read is enough.
    await app.as(owner).schemas.set({ app_id: shop.id, name: 'Sealed' }, { ...SET_SCHEMA, rls })
    await records(owner).create(path, { name: 'a', note: 'free' })
    expect(await upsert(viewer, 'a')).toMatchObject({ updated: 1, records: [{ note: 'free', size: 1 }] })
  })

  test('changes the oldest of several with the key, and only that', async () => {
    const { path, ids } = await entity([])
    for (const note of ['first', 'second', 'third']) {
      ids.push((await records(owner).create(path, { name: 'a', note })).id)
      app.clock.move(1)
    }
    const done = await records(owner).upsert(path, { key: 'name', records: [{ name: 'a', size: 1 }] })
    expect(done).toMatchObject({ created: 0, updated: 1, records: [{ id: ids[0], note: 'first' }] })
    const sizes = (await all(path)).map(({ note, size }) => [note, size ?? null])
    expect(new Map(sizes as [string, unknown][])).toEqual(
      new Map<string, unknown>([
        ['first', 1],
        ['second', null],
        ['third', null],
      ]),
    )
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
