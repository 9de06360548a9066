import { operations } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp()
const { owner, viewer } = useTeam(app)
let app_id: string
let of: { app_id: string; entity_name: string }
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  of = { app_id, entity_name: 'Item' }
  await app.as(owner).schemas.set({ app_id, name: 'Item' }, ITEM)
})

const ADMIN = { user_condition: { role: 'admin' } }
const ITEM = {
  properties: {
    name: { type: 'string' },
    size: { type: 'integer' },
    open: { type: 'boolean', default: true },
    tags: { type: 'array' },
    cost: { type: 'number', rls: { read: ADMIN } },
    hint: { type: 'string', rls: { read: { created_by_id: '{{user.id}}' } } },
  },
  required: ['name'],
  rls: { read: { $or: [ADMIN, { 'data.open': true }] }, create: ADMIN, delete: ADMIN },
}

const records = (person: Person) => app.as(person).records
const names = (list: readonly object[]) => list.map((one) => (one as { name?: string }).name)

/** A set of its own for each test that counts. */
async function entity(name: string, values: readonly Record<string, unknown>[]) {
  await app.as(owner).schemas.set({ app_id, name }, ITEM)
  const path = { app_id, entity_name: name }
  for (const one of values) {
    await records(owner).create(path, one)
    app.clock.move(1)
  }
  return path
}

describe('creating', () => {
  test('gives id, dates, author and defaults; unknown fields are dropped', async () => {
    const made = await records(owner).create(of, { name: 'A', nme: 'x', is_sample: true })
    expect(made).toEqual({
      id: expect.stringMatching(/^rec_/),
      name: 'A',
      open: true,
      created_by: owner.email,
      created_by_id: owner.id,
      created_date: expect.any(String),
      updated_date: made.created_date,
      is_sample: false,
    })
    expect(await records(owner).get({ ...of, entity_id: made.id })).toEqual(made)
  })

  test('is refused without what is required, and by the rule', async () => {
    await expect(records(owner).create(of, { size: 1 })).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'name'], type: 'missing' }] },
    })
    await expect(records(viewer).create(of, { name: 'B' })).rejects.toMatchObject(
      refusal(403, 'row_rule_refused'),
    )
    await expect(records(viewer).bulk_create(of, [{ name: 'B' }])).rejects.toMatchObject(
      refusal(403, 'row_rule_refused'),
    )
  })

  test('of many is all or nothing', async () => {
    const path = await entity('Bulk', [])
    await expect(
      records(owner).bulk_create(path, [{ name: 'A' }, { name: 5 }, { name: 'C' }]),
    ).rejects.toMatchObject(invalidAt('body', 1, 'name'))
    expect(await records(owner).count(path)).toEqual({ count: 0 })
    const made = await records(owner).bulk_create(path, [{ name: 'A' }, { name: 'B', open: false }])
    expect(names(made)).toEqual(['A', 'B'])
    expect(await records(owner).count(path)).toEqual({ count: 2 })
  })

  test('a field that a rule refuses refuses the record', async () => {
    const rls = { write: false }
    await app
      .as(owner)
      .schemas.set(
        { app_id, name: 'Ruled' },
        { properties: { a: { type: 'string', rls }, b: { type: 'string' } } },
      )
    const path = { app_id, entity_name: 'Ruled' }
    const refused = { status: 403, code: 'field_rule_refused', body: { fields: ['data.a'] } }
    await expect(records(owner).create(path, { a: 'x', b: 'y' })).rejects.toMatchObject(refused)
    await expect(records(owner).bulk_create(path, [{ b: 'y' }, { a: 'x' }])).rejects.toMatchObject(refused)
    expect(await records(owner).count(path)).toEqual({ count: 0 })
  })
})

describe('reading', () => {
  test('what the rule does not cover reads as missing', async () => {
    const { id } = await records(owner).create(of, { name: 'Closed', open: false })
    const path = { ...of, entity_id: id }
    expect(await records(owner).get(path)).toMatchObject({ name: 'Closed' })
    await expect(records(viewer).get(path)).rejects.toMatchObject(refusal(404, 'record_not_found'))
    await expect(records(viewer).get({ ...of, entity_id: 'rec_none' })).rejects.toMatchObject(
      refusal(404, 'record_not_found'),
    )
  })

  test('a field that is not declared any more is hidden with its rule, and back when it is', async () => {
    const path = { app_id, entity_name: 'Changed' }
    const set = (properties: object) =>
      app.as(owner).schemas.set({ app_id, name: 'Changed' }, { properties: properties as never })
    const open = { type: 'string' }
    const closed = { type: 'string', rls: { read: ADMIN } }
    await set({ open, closed })
    const { id } = await records(owner).create(path, { open: 'o', closed: 'c' })
    await set({ open })
    for (const person of [owner, viewer]) {
      expect(await records(person).get({ ...path, entity_id: id })).not.toHaveProperty('closed')
      expect((await records(person).list(path))[0]).not.toHaveProperty('closed')
    }
    await set({ open, closed })
    expect(await records(owner).get({ ...path, entity_id: id })).toMatchObject({ open: 'o', closed: 'c' })
    expect(await records(viewer).get({ ...path, entity_id: id })).not.toHaveProperty('closed')
  })

  test('what is not there: entities and apps', async () => {
    const stranger = await app.make.person('owner')
    const missing = { app_id, entity_name: 'Nothing' }
    for (const read of ['list', 'page', 'count'] as const) {
      await expect(records(owner)[read](missing)).rejects.toMatchObject(refusal(404, 'entity_not_found'))
      await expect(records(stranger)[read](of)).rejects.toMatchObject(refusal(404, 'app_not_found'))
    }
    await expect(records(owner).get({ ...missing, entity_id: 'rec_1' })).rejects.toMatchObject(
      refusal(404, 'entity_not_found'),
    )
  })

  test('past the rules is for editors', async () => {
    const headers = { 'x-bypass-rls': 'true' }
    const all = [
      [operations.records.list, { params: of }],
      [operations.records.page, { params: of }],
      [operations.records.count, { params: of }],
      [operations.records.get, { params: { ...of, entity_id: 'rec_1' } }],
      [operations.records.delete, { params: { ...of, entity_id: 'rec_1' } }],
      [operations.records.update, { params: { ...of, entity_id: 'rec_1' }, body: {} }],
      [operations.records.bulk_create, { params: of, body: [{}] }],
    ] as const
    for (const [operation, parts] of all) {
      const asked = app.as(viewer).request(operation as never, { ...parts, headers } as never)
      await expect(asked).rejects.toMatchObject(refusal(403, 'editor_required'))
    }
  })
})

describe('a list', () => {
  test('is newest first, holds only what may be read, and counts the same', async () => {
    const path = await entity('Listed', [
      { name: 'a', size: 3, cost: 1 },
      { name: 'b', size: 1, open: false },
      { name: 'c', size: 2 },
    ])
    expect(names(await records(owner).list(path))).toEqual(['c', 'b', 'a'])
    expect(names(await records(viewer).list(path))).toEqual(['c', 'a'])
    expect(await records(viewer).count(path)).toEqual({ count: 2 })
    expect((await records(viewer).list(path)).every((one) => !('cost' in one))).toBe(true)
    expect(names(await records(owner).list(path, { sort: 'size' }))).toEqual(['b', 'c', 'a'])
    expect(names(await records(owner).list(path, { sort: '-size', limit: 2 }))).toEqual(['a', 'c'])
    expect(names(await records(owner).list(path, { sort: 'name', skip: 1 }))).toEqual(['b', 'c'])
    expect(await records(owner).list(path, { fields: 'name', limit: 1 })).toEqual([
      { id: expect.any(String), name: 'c' },
    ])
  })

  test('is sorted by up to four fields, each in its own direction; those without a value come last', async () => {
    const path = await entity('Sorted', [
      { name: 'b', size: 1 },
      { name: 'a', size: 1 },
      { name: 'a', size: 2 },
      { name: 'a' },
      { name: 'c', size: 2 },
    ])
    const list = async (sort: string) =>
      (await records(owner).list(path, { sort })).map((one) => {
        const { name, size = null } = one as { name?: string; size?: number }
        return `${name}${size}`
      })
    expect(await list('name,-size')).toEqual(['a2', 'a1', 'anull', 'b1', 'c2'])
    expect(await list('-size, name')).toEqual(['a2', 'c2', 'a1', 'b1', 'anull'])
    expect(await list('size,-name,id')).toEqual(['b1', 'a1', 'c2', 'a2', 'anull'])
    for (const sort of ['name,nme', 'name,', 'name,size,open,id,created_date'])
      await expect(records(owner).list(path, { sort })).rejects.toMatchObject(invalidAt('query', 'sort'))
    await expect(records(viewer).page(path, { sort: 'name,-cost' })).rejects.toMatchObject(
      invalidAt('query', 'sort'),
    )
  })

  test('says when it was cut', async () => {
    const path = await entity('Cut', [{ name: 'a' }, { name: 'b' }])
    const list = (limit: number) =>
      app.as(owner).request(operations.records.list, { params: path, query: { limit } })
    const cut = (await list(1)).headers
    expect(cut.get('x-truncated')).toBe('true')
    expect(cut.get('access-control-expose-headers')).toContain('X-Truncated')
    expect((await list(2)).headers.get('x-truncated')).toBeNull()
  })

  test('is filtered by q, and by any other parameter as an equal value', async () => {
    const path = await entity('Filtered', [
      { name: 'a', size: 3, tags: ['x', 'y'] },
      { name: 'b', size: 1, open: false },
      { name: 'c', size: 2, tags: ['y'] },
    ])
    const list = async (query: Record<string, unknown>) =>
      names(
        (await app.as(owner).request(operations.records.list, { params: path, query: query as never })).body,
      ).toSorted()
    expect(await list({ q: JSON.stringify({ size: { $gte: 2 } }) })).toEqual(['a', 'c'])
    expect(
      await list({
        q: JSON.stringify({ tags: 'y', $or: [{ size: 3 }, { name: { $regex: '^C$', $options: 'i' } }] }),
      }),
    ).toEqual(['a', 'c'])
    expect(await list({ open: 'false' })).toEqual(['b'])
    expect(await list({ size: '1' })).toEqual(['b'])
    expect(await list({ name: 'a' })).toEqual(['a'])
    const { count } = await records(owner).count(path, { q: JSON.stringify({ tags: { $exists: true } }) })
    expect(count).toBe(2)
  })

  test.each([
    ['{', ['query', 'q']],
    ['{"name": "\\ud800"}', ['query', 'q', 'name']],
    ['{"name": {"\\u0000": 1}}', ['query', 'q', 'name']],
    [`{"name": ${'['.repeat(1_000)}"\\u0000"${']'.repeat(1_000)}}`, ['query', 'q']],
    ['{"nme": 1}', ['query', 'q', 'nme']],
    ['{"name": {"$where": "1"}}', ['query', 'q', 'name', '$where']],
    ['{"$or": []}', ['query', 'q', '$or']],
    ['{"name": {"$regex": "(a"}}', ['query', 'q', 'name', '$regex']],
    ['{"name": {"$regex": "(a|b)*a(a|b){17}c"}}', ['query', 'q', 'name', '$regex']],
    ['[]', ['query', 'q']],
  ])('with the filter %s is refused with the place', async (q, loc) => {
    await expect(records(owner).list(of, { q })).rejects.toMatchObject(invalidAt(...loc))
  })

  test('cannot be sorted by or asked about what the caller may not read, always or in some records', async () => {
    for (const field of ['cost', 'hint']) {
      const q = JSON.stringify({ $nor: [{ [field]: 1 }] })
      await expect(records(viewer).list(of, { q })).rejects.toMatchObject(invalidAt('query', 'q'))
      await expect(records(viewer).count(of, { q })).rejects.toMatchObject(invalidAt('query', 'q'))
      await expect(records(viewer).list(of, { sort: field })).rejects.toMatchObject(
        invalidAt('query', 'sort'),
      )
      await expect(records(viewer).page(of, { sort: `-${field}` })).rejects.toMatchObject(
        invalidAt('query', 'sort'),
      )
    }
    await expect(records(owner).list(of, { sort: 'cost' })).resolves.toBeDefined()
    await expect(records(owner).list(of, { sort: 'nme' })).rejects.toMatchObject(invalidAt('query', 'sort'))
    await expect(records(owner).list(of, { fields: 'nme' })).rejects.toMatchObject(
      invalidAt('query', 'fields'),
    )
  })
})

describe('pages', () => {
  const OTHER_SORTS = '-size name -created_date open updated_date is_sample is_sample,-updated_date,size'

  test.each([undefined, 'size', 'name,-size', '-size,name,open'])(
    'by %s show every record once, in the order of the list',
    showsEveryRecord,
  )
  test.each(OTHER_SORTS.split(' '))(
    'by %s show every record once, in the order of the list',
    { tags: 'slow' },
    showsEveryRecord,
  )

  async function showsEveryRecord(sort: string | undefined) {
    const path = await entity(
      `Paged_${(sort ?? 'none').replaceAll('-', 'down_').replaceAll(',', '_')}`,
      Array.from({ length: 11 }, (_, n) => ({ name: `n${n % 4}`, ...(n % 3 > 0 && { size: n % 5 }) })),
    )
    const all = await records(owner).list(path, sort ? { sort } : {})
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { items: { id: string }[]; next_cursor: string | null } = await records(owner).page(path, {
        limit: 3,
        ...(cursor === null ? sort && { sort } : { cursor }),
      })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(all.map(({ id }) => id))
    for (const skip of [4, 9]) {
      const there = await records(owner).page(path, { limit: 1, skip, ...(sort && { sort }) })
      // A cursor goes on from there, whatever is skipped in addition.
      const next = await records(owner).page(path, { cursor: String(there.next_cursor), skip: 5 })
      expect([...there.items, ...next.items].map(({ id }) => id)).toEqual(seen.slice(skip))
    }
  }

  test('carry the filter in their cursor, which is good for nobody and nothing else', async () => {
    const path = await entity('Carried', [{ name: 'a' }, { name: 'b' }, { name: 'a' }])
    const q = JSON.stringify({ name: 'a' })
    const first = await records(owner).page(path, { q, limit: 1, fields: 'name' })
    expect(first.has_more).toBe(true)
    const cursor = String(first.next_cursor)
    const second = await records(owner).page(path, { cursor })
    expect(second.items).toEqual([{ id: expect.any(String), name: 'a' }])
    expect(second.next_cursor).toBeNull()
    await expect(records(viewer).page(path, { cursor })).rejects.toMatchObject(invalidAt('query', 'cursor'))
    await expect(records(owner).page(of, { cursor })).rejects.toMatchObject(invalidAt('query', 'cursor'))
    await expect(records(owner).page(path, { cursor: `${cursor}x` })).rejects.toMatchObject(
      invalidAt('query', 'cursor'),
    )
  })
})

test('deleting follows its rule, and what is gone is a 404', async () => {
  const { id } = await records(owner).create(of, { name: 'Gone' })
  const path = { ...of, entity_id: id }
  await expect(records(viewer).delete(path)).rejects.toMatchObject(refusal(403, 'row_rule_refused'))
  expect(await records(owner).delete(path)).toEqual({ success: true })
  await expect(records(owner).delete(path)).rejects.toMatchObject(refusal(404, 'record_not_found'))
  const missing = { app_id, entity_name: 'Nothing', entity_id: id }
  await expect(records(owner).delete(missing)).rejects.toMatchObject(refusal(404, 'entity_not_found'))
  for (const [write, body] of [
    ['create', {}],
    ['bulk_create', [{}]],
  ] as const) {
    const asked = records(owner)[write]({ app_id, entity_name: 'Nothing' }, body as never)
    await expect(asked).rejects.toMatchObject(refusal(404, 'entity_not_found'))
  }
  const stranger = await app.make.person('owner')
  await expect(records(stranger).delete(path)).rejects.toMatchObject(refusal(404, 'app_not_found'))
  await expect(records(stranger).get(path)).rejects.toMatchObject(refusal(404, 'app_not_found'))
  await expect(records(stranger).create(of, {})).rejects.toMatchObject(refusal(404, 'app_not_found'))
  await expect(records(stranger).bulk_create(of, [{}])).rejects.toMatchObject(refusal(404, 'app_not_found'))
})
