import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, viewer, stranger } = useTeam(app)

const addApp = async () => ({ app_id: (await app.make.app(owner)).id })
const schemas = () => app.as(owner).schemas
const namesIn = async (at: { app_id: string }) => Object.keys((await schemas().list(at)).entityNameToSchema)
const titled = (more: object = {}) => ({ properties: { title: { type: 'string' } }, ...more })
const stored = (name: string, more: object = {}) => ({ ...titled(more), name, type: 'object' as const })
const lastAudit = async () => (await app.as(owner).audit.list({ limit: 1 })).items[0]

async function put(at: { app_id: string }, path: string, body: string) {
  const response = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/entity-schemas${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, body: await response.json() }
}

describe('who may', () => {
  test('only those who can edit the app; others know no such app, and nothing changes', async () => {
    const at = await addApp()
    await schemas().set({ ...at, name: 'Task' }, titled())
    const limited = await app.make.token(owner, { app_ids: ['app_other'] })
    for (const [who, expected] of [
      [viewer, refusal(403, 'editor_required')],
      [stranger, refusal(404, 'app_not_found')],
      [limited, refusal(404, 'app_not_found')],
    ] as const) {
      const { schemas } = app.as(who)
      await expect(schemas.list(at)).rejects.toEqual(expected)
      await expect(schemas.read({ ...at, name: 'Task' })).rejects.toEqual(expected)
      await expect(schemas.replace_all(at, { entityNameToSchema: {} })).rejects.toEqual(expected)
      await expect(schemas.set({ ...at, name: 'Other' }, titled())).rejects.toEqual(expected)
      await expect(schemas.delete({ ...at, name: 'Task' })).rejects.toEqual(expected)
    }
    expect(await namesIn(at)).toEqual(['Task'])
  })

  test('a read-only token of an editor reads', async () => {
    const at = await addApp()
    await schemas().set({ ...at, name: 'Task' }, titled())
    const readOnly = app.as(await app.make.token(owner, { permission: 'read_only' }))
    expect((await readOnly.schemas.read({ ...at, name: 'Task' })).name).toBe('Task')
    expect(Object.keys((await readOnly.schemas.list(at)).entityNameToSchema)).toEqual(['Task'])
  })

  test('schemas of one app are not those of another', async () => {
    const [one, other] = [await addApp(), await addApp()]
    await schemas().set({ ...one, name: 'Task' }, titled())
    await expect(schemas().read({ ...other, name: 'Task' })).rejects.toEqual(refusal(404, 'entity_not_found'))
    await expect(schemas().delete({ ...other, name: 'Task' })).rejects.toEqual(
      refusal(404, 'entity_not_found'),
    )
    await schemas().replace_all(other, { entityNameToSchema: {} })
    expect(await namesIn(one)).toEqual(['Task'])
  })
})

describe('schemas.set', () => {
  test('refuses a schema that is wrong, and says where', async () => {
    const at = await addApp()
    const setting = schemas().set(
      { ...at, name: 'Task' },
      { properties: { title: { type: 'text' }, id: { type: 'string' } }, required: ['nope'] },
    )
    await expect(setting).rejects.toMatchObject({
      status: 422,
      code: 'validation_error',
      detail: [
        { loc: ['body', 'properties', 'title', 'type'], type: 'literal_error' },
        { loc: ['body', 'properties', 'id'], type: 'value_error' },
        { loc: ['body', 'required', 0], type: 'value_error' },
      ],
    })
    expect(await namesIn(at)).toEqual([])
  })

  test('refuses a name that differs, and names that nothing can have', async () => {
    const at = await addApp()
    await expect(schemas().set({ ...at, name: 'Task' }, titled({ name: 'Other' }))).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'name'], type: 'literal_error' }],
    })
    for (const name of ['__proto__', 'constructor', 'x'.repeat(65), 'a-b', "a'b", 'T%C3%A2che', '%00']) {
      const { status, body } = await put(at, `/${name}`, JSON.stringify(titled()))
      expect([name, status, body.detail[0].loc]).toEqual([name, 422, expect.arrayContaining(['path'])])
    }
    expect(await namesIn(at)).toEqual([])
  })

  test('survives hostile bodies', async () => {
    const at = await addApp()
    const hostile = [
      '[]',
      'null',
      '"x"',
      '{"properties": []}',
      '{"properties": {"x": null}}',
      '{"rls": {"read": {"$or": []}}}',
      '{"rls": {"read": {"__proto__": 1, "x": 1}}}',
      '{"properties": {"constructor": {"type": "text"}}}',
      '{"properties": {"x": {"type": "number", "minimum": 1e999}}}',
      '{"properties": {"x": {"enum": [{"a": {"b": {}}}], "default": 1}}}',
      `{"properties": {"x": ${'{"properties": {"x": '.repeat(20)}{}${'}}'.repeat(20)}}}`,
      `{"indexes": [${'["a"],'.repeat(1000)}[]]}`,
      `{"note": "${'x'.repeat(100_000)}"}`,
    ]
    for (const body of hostile)
      expect([body.slice(0, 60), (await put(at, '/Task', body)).status]).toEqual([body.slice(0, 60), 422])
    const named = '{"properties":{"__proto__":{"x-1":1},"constructor":{"x-prototype":{"polluted":true}}}}'
    expect((await put(at, '/Task', named)).status).toBe(200)
    const { properties } = await schemas().read({ ...at, name: 'Task' })
    expect(JSON.stringify({ properties })).toBe(named)
    expect(({} as { polluted?: true }).polluted).toBeUndefined()
  })

  test('warns of what it keeps and nobody enforces, in the answer alone', async () => {
    const at = { ...(await addApp()), name: 'Task' }
    const draft = { properties: { title: { type: 'string', unique: true } } }
    const answer = await schemas().set(at, draft)
    const warnings = [
      {
        loc: ['body', 'properties', 'title', 'unique'],
        msg: '"unique" is kept, but no record is held to it',
        type: 'keyword_not_enforced',
      },
    ]
    expect(answer.warnings).toEqual(warnings)
    // An answer that is sent back does not make its warnings a part of the schema.
    expect(await schemas().set(at, answer)).toEqual(answer)
    expect(await schemas().read(at)).toEqual({ name: 'Task', type: 'object', ...draft })
    const all = await schemas().replace_all(at, { entityNameToSchema: { Task: draft } })
    expect(all).toMatchObject({
      updated: [],
      warnings: [{ loc: ['body', 'entityNameToSchema', 'Task', 'properties', 'title', 'unique'] }],
    })
  })

  test('makes an entity and keeps everything, in its order', async () => {
    const at = { ...(await addApp()), name: 'Task' }
    const full = {
      name: 'Task',
      type: 'object' as const,
      properties: {
        zebra: { type: 'string', default: 'z', 'x-shown': { first: true, nothing: null } },
        a: { type: ['number', 'null'], default: null },
        longer_name: { type: 'array', items: { type: 'string' } },
      },
      required: ['zebra'],
      rls: { read: true, write: { created_by_id: '{{user.id}}' } },
      indexes: [['zebra', 'created_date']],
      title: 'Tasks',
    }
    expect(await schemas().set(at, full)).toEqual(full)
    const read = await schemas().read(at)
    expect(read).toEqual(full)
    expect(Object.keys(read.properties ?? {})).toEqual(['zebra', 'a', 'longer_name'])
    expect(await schemas().set({ ...at, name: 'Bare' }, { rls: null })).toEqual({
      name: 'Bare',
      type: 'object',
      properties: {},
      rls: null,
    })
    await schemas().delete({ ...at, name: 'Bare' })
    await schemas().set(at, { ...full, title: 'To do' })
    expect(await lastAudit()).toMatchObject({
      action: 'schemas.set',
      target_type: 'entity_schema',
      target_id: 'Task',
      app_id: at.app_id,
      detail: { is_new: false },
    })
  })

  test('replaces a schema whole, and does nothing when it is the same', async () => {
    const at = { ...(await addApp()), name: 'Task' }
    await schemas().set(at, titled({ note: 'first' }))
    const versionOf = async () =>
      (
        await app.atrium.db
          .$extendTables<Versions>()
          .selectFrom('entity_schemas')
          .select('version')
          .where('app_id', '=', at.app_id)
          .execute()
      )[0]?.version
    expect(await versionOf()).toBe(1)
    expect(await schemas().set(at, titled())).toEqual(stored('Task'))
    expect(await versionOf()).toBe(2)
    const before = await lastAudit()
    await schemas().set(at, stored('Task'))
    await schemas().set(at, titled())
    expect(await lastAudit()).toEqual(before)
    expect(await versionOf()).toBe(2)
    const swapped = { properties: { other: {}, ...titled().properties } }
    await schemas().set(at, { properties: { ...titled().properties, other: {} } })
    expect(Object.keys((await schemas().set(at, swapped)).properties ?? {})).toEqual(['other', 'title'])
    expect(await versionOf()).toBe(4)
  })

  test('takes as many entities as an app may have, and one more only in place of another', {
    tags: 'slow',
  }, async () => {
    const at = await addApp()
    const names = Array.from({ length: 200 }, (_, n) => `E${n}`)
    await schemas().replace_all(at, {
      entityNameToSchema: Object.fromEntries(names.map((name) => [name, {}])),
    })
    const setting = schemas().set({ ...at, name: 'One_more' }, {})
    await expect(setting).rejects.toEqual(refusal(409, 'entity_limit_reached'))
    await schemas().set({ ...at, name: 'E7' }, titled())
    await schemas().delete({ ...at, name: 'E8' })
    await schemas().set({ ...at, name: 'One_more' }, {})
    expect(await namesIn(at)).toHaveLength(200)
  })
})

type Versions = { entity_schemas: { app_id: string; version: number } }

describe('schemas.replace_all', () => {
  test('refuses all when one is wrong, and names each place', async () => {
    const at = await addApp()
    await schemas().set({ ...at, name: 'Kept' }, titled())
    const replacing = schemas().replace_all(at, {
      entityNameToSchema: {
        Good: titled(),
        Bad: titled({ required: ['nope'] }),
        'a b': titled(),
        constructor: titled(),
        Named: titled({ name: 'Otherwise' }),
      },
    })
    await expect(replacing).rejects.toMatchObject({
      status: 422,
      detail: [
        { loc: ['body', 'entityNameToSchema', 'Bad', 'required', 0] },
        { loc: ['body', 'entityNameToSchema', 'a b'] },
        { loc: ['body', 'entityNameToSchema', 'constructor'] },
        { loc: ['body', 'entityNameToSchema', 'Named', 'name'] },
      ],
    })
    expect(await namesIn(at)).toEqual(['Kept'])
  })

  test('refuses more entities than an app may have', async () => {
    const at = await addApp()
    const names = Array.from({ length: 201 }, (_, n) => `E${n}`)
    const replacing = schemas().replace_all(at, {
      entityNameToSchema: Object.fromEntries(names.map((name) => [name, {}])),
    })
    await expect(replacing).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'entityNameToSchema'] }],
    })
  })

  test('replaces all and says what that did', async () => {
    const at = await addApp()
    const replace = (entityNameToSchema: { [name: string]: Record<string, unknown> }) =>
      schemas().replace_all(at, { entityNameToSchema })
    expect(await replace({ B: {}, A: titled() })).toEqual({ created: ['B', 'A'], updated: [], deleted: [] })
    expect(await replace({ A: titled({ 'x-note': 1 }), C: {}, B: {} })).toEqual({
      created: ['C'],
      updated: ['A'],
      deleted: [],
    })
    expect(await lastAudit()).toMatchObject({
      action: 'schemas.replace_all',
      target_id: at.app_id,
      detail: { created: ['C'], updated: ['A'], deleted: [] },
    })
    const { entityNameToSchema } = await schemas().list(at)
    expect(entityNameToSchema).toEqual({
      A: stored('A', { 'x-note': 1 }),
      B: { name: 'B', type: 'object', properties: {} },
      C: { name: 'C', type: 'object', properties: {} },
    })
    expect(await replace(entityNameToSchema)).toEqual({ created: [], updated: [], deleted: [] })
    expect(await replace({ B: {} })).toEqual({ created: [], updated: [], deleted: ['A', 'C'] })
    expect(await replace({})).toEqual({ created: [], updated: [], deleted: ['B'] })
    expect(await namesIn(at)).toEqual([])
  })

  test('leaves one whole set when several replace it at once', async () => {
    const at = await addApp()
    const sets = Array.from({ length: 5 }, (_, n) => [`One${n}`, `Other${n}`])
    await Promise.all(
      sets.map((names) =>
        schemas().replace_all(at, {
          entityNameToSchema: Object.fromEntries(names.map((name) => [name, {}])),
        }),
      ),
    )
    expect(sets).toContainEqual(await namesIn(at))
  })
})

describe('schemas.read and schemas.delete', () => {
  test('know only what is there', async () => {
    const at = { ...(await addApp()), name: 'Task' }
    await expect(schemas().read(at)).rejects.toEqual(refusal(404, 'entity_not_found'))
    await expect(schemas().delete(at)).rejects.toEqual(refusal(404, 'entity_not_found'))
    await schemas().set(at, titled())
    expect(await schemas().delete(at)).toEqual({ deleted: true })
    expect(await lastAudit()).toMatchObject({
      action: 'schemas.delete',
      target_id: 'Task',
      app_id: at.app_id,
    })
    await expect(schemas().read(at)).rejects.toEqual(refusal(404, 'entity_not_found'))
  })
})
