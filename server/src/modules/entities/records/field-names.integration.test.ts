import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

/** Names that mean something elsewhere: to JavaScript, SQL, CSV, query strings or JSON. */
const NAMES = [
  'constructor',
  '__proto__',
  'toString',
  'first-name',
  'Straße',
  "it's",
  'say "hi"\\n',
  'a, b',
  ' padded ',
  '-minus',
  '=1+1',
  'user data',
  '数量',
  '🎈'.repeat(128),
]

const app = useApp()
const { owner, viewer } = useTeam(app)
let at: { app_id: string; entity_name: string }

beforeAll(async () => {
  const { id: app_id } = await app.make.app(owner)
  at = { app_id, entity_name: 'Odd' }
  const properties = named((_, n) => ({ type: 'string', index: n < 4, rls: { read: n !== 2 || ADMINS } }))
  await app
    .as(owner)
    .schemas.set(
      { app_id, name: 'Odd' },
      { properties, rls: { read: { $or: [ADMINS, { 'data.constructor': 'shown' }] }, write: ADMINS } },
    )
  await app.atrium.jobs.drain()
})

const ADMINS = { user_condition: { role: 'admin' } }
const as = (person: Person = owner) => app.as(person).records
/** Through JSON, as it goes over the wire: only there `__proto__` is a name like any other. */
const named = <Value>(value: (name: string, n: number) => Value): Record<string, Value> =>
  JSON.parse(`{${NAMES.map((name, n) => `${JSON.stringify(name)}: ${JSON.stringify(value(name, n))}`)}}`)
const one = (name: string, value: unknown) => Object.fromEntries([[name, value]])
const valuesIn = (record: object) =>
  NAMES.map((name) => (Object.hasOwn(record, name) ? record[name as never] : null))

describe('fields of any name', () => {
  let id: string

  test('are stored as data and read back', async () => {
    const made = await as().create(
      at,
      named((name) => `of ${name}`),
    )
    id = made.id
    expect(valuesIn(made)).toEqual(NAMES.map((name) => `of ${name}`))
    expect(valuesIn(await as().get({ ...at, entity_id: id }))).toEqual(valuesIn(made))
    await as().create(at, {})
  })

  test('are filtered, sorted, picked, counted and grouped by', async () => {
    for (const name of NAMES) {
      const of = `of ${name}`
      const q = JSON.stringify(one(name, of))
      const sort = `-${name}`
      const fields = `id,${name},created_date`
      expect([name, await as().list(at, { q, sort, fields })]).toEqual([
        name,
        [{ id, created_date: expect.any(String), ...one(name, of) }],
      ])
      expect([name, (await as().list(at, { sort: name, limit: 1 }))[0]?.id]).toEqual([name, id])
      expect([name, await as().list(at, one(name, of))]).toMatchObject([name, [{ id }]])
      expect([name, await as().count(at, { q: JSON.stringify(one(name, null)) })]).toEqual([
        name,
        { count: 1 },
      ])
      const page = await as().page(at, { distinct: name })
      expect([name, page.items]).toEqual([name, [of]])
      const { rows } = await as().aggregate(at, { groupBy: [name], min: name, sort: [`-min_${name}`] })
      expect([name, rows]).toEqual([
        name,
        [
          { ...one(name, of), count: 1, [`min_${name}`]: of },
          { ...one(name, null), count: 1, [`min_${name}`]: null },
        ],
      ])
    }
  })

  test('are changed one by one, by operators and by key', async () => {
    for (const name of NAMES) {
      const updated = await as().update({ ...at, entity_id: id }, one(name, `new ${name}`))
      expect([name, Object.entries(updated).find(([key]) => key === name)?.[1]]).toEqual([
        name,
        `new ${name}`,
      ])
      const query = one(name, `new ${name}`)
      expect(await as().update_many(at, { query, data: { $set: one(name, `set ${name}`) } })).toMatchObject({
        updated: 1,
      })
      const records = [one(name, `set ${name}`), one(name, `made ${name}`)]
      expect([name, await as().upsert(at, { key: name, records })]).toMatchObject([
        name,
        { created: 1, updated: 1 },
      ])
    }
    expect(valuesIn(await as().get({ ...at, entity_id: id }))).toEqual(NAMES.map((name) => `set ${name}`))
  })

  test('are bound by rules: a record and a field that a viewer may not read', async () => {
    const shown = await as().create(at, { ...named(() => 'x'), constructor: 'shown' })
    const [record, ...others] = await as(viewer).list(at)
    expect([record?.id, others]).toEqual([shown.id, []])
    expect(Object.hasOwn(record ?? {}, 'toString')).toBe(false)
    await expect(as(viewer).list(at, { sort: 'toString' })).rejects.toMatchObject({ status: 422 })
    await expect(as(viewer).list(at, { toString: 'x' } as never)).rejects.toMatchObject({ status: 422 })
  })

  test('go into files and come back', async () => {
    const csv = await new Response(await exported('csv')).text()
    const [head = ''] = csv.split('\r\n')
    expect(head).toContain(',first-name,')
    expect(head).toContain(`,"a, b"," padded ",'-minus,'=1+1,`)
    const { status, created, errors } = await imported(csv, 'odd.csv')
    expect({ status, errors }).toEqual({ status: 'success', errors: [] })
    const before = await as().list(at, { sort: 'created_date', limit: created })
    const after = await as().list(at, { sort: 'created_date', skip: created })
    const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(valuesIn(row))).toSorted()
    expect(sorted(after)).toEqual(sorted(before))
  })

  async function exported(format: 'csv'): Promise<ReadableStream> {
    const answer = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/entities/Odd/export?format=${format}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    return answer.body as ReadableStream
  }

  async function imported(text: string, name: string) {
    const form = new FormData()
    form.append('file', new Blob([text]), name)
    const answer = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/entities/Odd/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      body: form,
    })
    return (await answer.json()) as { status: string; created: number; errors: unknown[] }
  }
})

test('nothing reached a prototype', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as { index?: unknown }).index).toBeUndefined()
})

test('a field is guarded by its own rule, not by that of others whose names read the same together', async () => {
  const where = { ...at, entity_name: 'Spaced' }
  const guarded = { type: 'string', rls: { write: ADMINS } }
  const properties = { a: guarded, b: guarded, 'a b': guarded }
  await app.as(owner).schemas.set({ app_id: at.app_id, name: 'Spaced' }, { properties })
  const { id: entity_id } = await app.as(owner).records.create(where, {})
  const update = (values: Record<string, unknown>) =>
    app.as(viewer).records.update({ ...where, entity_id }, values)
  // It stays as it is, which anybody may send.
  await update({ 'a b': null })
  await expect(update({ a: 'x', b: 'y' })).rejects.toMatchObject({ status: 403, code: 'field_rule_refused' })
  expect(await app.as(owner).records.get({ ...where, entity_id })).not.toHaveProperty('a', 'x')
})
