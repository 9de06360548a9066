/** Indexes that schemas declare: built next to everything else, used by lists and filters, dropped with what declared them. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { buildIndexes } from './build-indexes.ts'

const app = useApp()
const { owner, viewer } = useTeam(app)

const db = () => app.atrium.db
const build = () => app.atrium.jobs.drain({ ignoreDelays: true })
const states = async (app_id: string, name: string) =>
  (await app.as(owner).schemas.indexes({ app_id, name })).items.map(({ fields, state }) => [
    fields.join('+'),
    state,
  ])
const set = (app_id: string, name: string, schema: object) =>
  app.as(owner).schemas.set({ app_id, name }, schema as never)
const newApp = async () => (await app.make.app(owner)).id

/** The declared indexes that the database has, by whether they are whole. */
async function inDatabase(app_id: string): Promise<{ name: string; is_valid: boolean; oid: number }[]> {
  const { rows } = await sql<{ name: string; is_valid: boolean; oid: number }>`
    select c.relname as name, i.indisvalid as is_valid, c.oid::int as oid
      from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'records'::regclass and c.relname like 'records\\_declared\\_%'
       and pg_get_expr(i.indpred, i.indrelid) like ${`%${app_id}%`} order by 1`.execute(db())
  return rows
}

describe('from declaring to dropping', () => {
  test('they are built, reported, replaced and dropped as the schema says', async () => {
    const app_id = await newApp()
    const size = { type: 'number', index: true }
    await set(app_id, 'Thing', {
      properties: { size, name: { type: 'string' } },
      indexes: [['name', 'size']],
    })
    expect(await states(app_id, 'Thing')).toEqual([
      ['size', 'building'],
      ['name+size', 'building'],
    ])
    expect(await inDatabase(app_id)).toEqual([])
    await build()
    expect(await states(app_id, 'Thing')).toEqual([
      ['size', 'ready'],
      ['name+size', 'ready'],
    ])
    const before = await inDatabase(app_id)
    expect(before).toMatchObject([{ is_valid: true }, { is_valid: true }])

    await set(app_id, 'Thing', {
      properties: { size: { type: 'number' }, name: { type: 'string', index: true } },
    })
    await build()
    expect(await states(app_id, 'Thing')).toEqual([['name', 'ready']])
    const after = await inDatabase(app_id)
    expect(after).toHaveLength(1)
    expect(before.map(({ oid }) => oid)).not.toContain(after[0]?.oid)

    // Another type is another index.
    await set(app_id, 'Thing', { properties: { name: { type: 'integer', index: true } } })
    await build()
    expect((await inDatabase(app_id))[0]?.oid).not.toBe(after[0]?.oid)

    await app.as(owner).schemas.delete({ app_id, name: 'Thing' })
    await build()
    expect(await inDatabase(app_id)).toEqual([])
  })

  test('what stays declared stays built, and the same list twice is one index', async () => {
    const app_id = await newApp()
    const name = { type: 'string', index: true }
    await set(app_id, 'Thing', {
      properties: { name },
      indexes: [['name'], ['created_by_id', 'created_date']],
    })
    await build()
    const [one, two] = await inDatabase(app_id)
    await app.as(owner).schemas.replace_all(
      { app_id },
      {
        entityNameToSchema: {
          Thing: {
            properties: { name, more: { type: 'string' } },
            indexes: [['created_by_id', 'created_date']],
          },
          Other: { properties: { name } },
        },
      },
    )
    await build()
    const found = await inDatabase(app_id)
    expect(found).toHaveLength(3)
    expect(found).toEqual(expect.arrayContaining([one, two]))
    await app.as(owner).schemas.replace_all({ app_id }, { entityNameToSchema: {} })
    await build()
    expect(await inDatabase(app_id)).toEqual([])
  })

  test('the indexes of a deleted app go with it', async () => {
    const [app_id, other] = [await newApp(), await newApp()]
    for (const id of [app_id, other])
      await set(id, 'Thing', { properties: { name: { type: 'string', index: true } } })
    await build()
    expect(await inDatabase(app_id)).toHaveLength(1)
    await app.as(owner).apps.delete({ app_id })
    await build()
    expect(await inDatabase(app_id)).toEqual([])
    // Those of others stay.
    expect(await inDatabase(other)).toHaveLength(1)
    expect(await states(other, 'Thing')).toEqual([['name', 'ready']])
  })

  test('a schema that came past the operations, as from an archive, gets its indexes by and by', async () => {
    const app_id = await newApp()
    const schema = { name: 'Old', type: 'object', properties: { name: { type: 'string', index: true } } }
    await sql`insert into entity_schemas (app_id, name, schema)
      values (${app_id}, 'Old', ${JSON.stringify(schema)}::json)`.execute(db())
    expect(await states(app_id, 'Old')).toEqual([['name', 'building']])
    await app.atrium.jobs.send(db(), buildIndexes, {})
    await build()
    expect(await states(app_id, 'Old')).toEqual([['name', 'ready']])
  })
})

describe('what goes wrong', () => {
  test('an index left half built is dropped and built again', async () => {
    const app_id = await newApp()
    await set(app_id, 'Thing', { properties: { name: { type: 'string', index: true } } })
    await build()
    const [half] = await inDatabase(app_id)
    await sql`update pg_index set indisvalid = false where indexrelid = ${half?.oid}`.execute(db())
    await sql`update entity_indexes set state = 'building' where name = ${half?.name}`.execute(db())
    await set(app_id, 'Other', { properties: { name: { type: 'string', index: true } } })
    await build()
    const whole = (await inDatabase(app_id)).find(({ name }) => name === half?.name)
    expect(whole?.is_valid).toBe(true)
    expect(whole?.oid).not.toBe(half?.oid)
    expect(await states(app_id, 'Thing')).toEqual([['name', 'ready']])
  })

  test('one that was built while its node died is taken as it is', async () => {
    const app_id = await newApp()
    await set(app_id, 'Thing', { properties: { name: { type: 'string', index: true } } })
    await build()
    const [built] = await inDatabase(app_id)
    await sql`update entity_indexes set state = 'building' where name = ${built?.name}`.execute(db())
    await set(app_id, 'Other', { properties: {}, indexes: [['updated_date']] })
    await build()
    expect(await inDatabase(app_id)).toContainEqual(built)
  })

  test('while another node builds, this one waits for its turn', async () => {
    const app_id = await newApp()
    await set(app_id, 'Thing', { properties: { name: { type: 'string', index: true } } })
    await db()
      .connection()
      .execute(async (other) => {
        await sql`select pg_advisory_lock(hashtextextended('entity indexes', 0))`.execute(other)
        expect(await app.atrium.jobs.drain()).toMatchObject([
          { name: 'entities.build_indexes', outcome: 'completed' },
        ])
        expect(await inDatabase(app_id)).toEqual([])
        await sql`select pg_advisory_unlock(hashtextextended('entity indexes', 0))`.execute(other)
      })
    await build()
    expect(await states(app_id, 'Thing')).toEqual([['name', 'ready']])
  })

  test('two nodes at once build each index once', async () => {
    const second = await startApp({ database_url: app.databaseUrl })
    const app_id = await newApp()
    const names = ['a', 'b', 'c', 'd']
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', index: true }]))
    await set(app_id, 'Thing', { properties })
    await Promise.all([build(), second.atrium.jobs.drain({ ignoreDelays: true })])
    await build()
    expect((await states(app_id, 'Thing')).map(([, state]) => state)).toEqual(names.map(() => 'ready'))
    expect(await inDatabase(app_id)).toHaveLength(4)
  })

  test.each(['by the clock', 'when it is declared again'])(
    'a value too long to be indexed fails it with a reason, leaves nothing behind, and it is tried again %s',
    async (how) => {
      const app_id = await newApp()
      const path = { app_id, entity_name: 'Thing' }
      await set(app_id, 'Thing', { properties: { name: { type: 'string' } } })
      // Beyond any packing.
      const long = Array.from({ length: 9_000 }, () =>
        String.fromCodePoint(33 + Math.floor(Math.random() * 90)),
      ).join('')
      const { id } = await app.as(owner).records.create(path, { name: long })
      await set(app_id, 'Thing', { properties: { name: { type: 'string', index: true } } })
      await build()
      expect((await app.as(owner).schemas.indexes({ app_id, name: 'Thing' })).items).toEqual([
        { fields: ['name'], state: 'failed', error: expect.stringContaining('too long') },
      ])
      expect(await inDatabase(app_id)).toEqual([])
      await app.as(owner).records.update({ ...path, entity_id: id }, { name: 'short' })
      if (how === 'by the clock') app.clock.move(3_700)
      else await set(app_id, 'Thing', { properties: { name: { type: 'string', index: true }, size: {} } })
      if (how === 'by the clock') await app.atrium.jobs.send(db(), buildIndexes, {})
      await build()
      expect(await states(app_id, 'Thing')).toEqual([['name', 'ready']])
    },
  )

  test('texts that would be too long are refused when they are sent', async () => {
    const app_id = await newApp()
    const path = { app_id, entity_name: 'Thing' }
    const place = { type: 'object', properties: { zip: { type: 'string' } } }
    const properties = { name: { type: 'string', index: true }, place, free: { type: 'string' } }
    await set(app_id, 'Thing', { properties, indexes: [['place.zip', 'created_date']] })
    const create = (values: object) => app.as(owner).records.create(path, values as never)
    await create({ name: '\u{1F600}'.repeat(500), place: { zip: 'x'.repeat(150) }, free: 'x'.repeat(5_000) })
    await expect(create({ name: 'x'.repeat(501) })).rejects.toMatchObject({
      body: { detail: [{ loc: ['body', 'name'], type: 'string_too_long' }] },
    })
    await expect(create({ place: { zip: 'x'.repeat(151) } })).rejects.toMatchObject({
      body: { detail: [{ loc: ['body', 'place', 'zip'], type: 'string_too_long' }] },
    })
  })

  test('there are at most 10 an entity and 50 an app', async () => {
    const app_id = await newApp()
    const fields = (count: number) => ({
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`f${n}`, { type: 'string', index: true }]),
      ),
    })
    await expect(set(app_id, 'Thing', fields(11))).rejects.toMatchObject({ status: 422 })
    const all = (names: string[]) =>
      app
        .as(owner)
        .schemas.replace_all(
          { app_id },
          { entityNameToSchema: Object.fromEntries(names.map((name) => [name, fields(10)])) },
        )
    await expect(all(['A', 'B', 'C', 'D', 'E', 'F'])).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ msg: expect.stringContaining('50') }] },
    })
    await all(['A', 'B', 'C', 'D', 'E'])
    await expect(set(app_id, 'F', fields(1))).rejects.toMatchObject({ status: 422 })
    await set(app_id, 'A', fields(9))
    await set(app_id, 'F', fields(1))
    await app.as(owner).schemas.replace_all({ app_id }, { entityNameToSchema: {} })
    await sql`delete from entity_indexes where app_id = ${app_id}`.execute(db())
  })

  test('an installation has room for 100', async () => {
    const app_id = await newApp()
    await sql`
      insert into entity_indexes (name, app_id, entity_name, keys, state, updated_date)
      select 'full_' || n, 'app_full', 'X', '[]', 'ready', now() from generate_series(1, 100) n`.execute(db())
    const name = { type: 'string', index: true }
    await expect(set(app_id, 'Thing', { properties: { name } })).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ msg: expect.stringContaining('installation') }] },
    })
    await sql`delete from entity_indexes where app_id = 'app_full'`.execute(db())
    await set(app_id, 'Thing', { properties: { name } })
  })

  test('only editors see how far they are, and only of what is there', async () => {
    const app_id = await newApp()
    await set(app_id, 'Thing', { properties: {} })
    const indexes = (person: Person, where: object = {}) =>
      app.as(person).schemas.indexes({ app_id, name: 'Thing', ...where })
    expect(await indexes(owner)).toEqual({ items: [] })
    await expect(indexes(viewer)).rejects.toMatchObject({ code: 'editor_required' })
    await expect(indexes(owner, { name: 'None' })).rejects.toMatchObject({ code: 'entity_not_found' })
    await expect(indexes(owner, { app_id: 'app_none' })).rejects.toMatchObject({ code: 'app_not_found' })
  })
})
