/** Spec: PUT record, rule by rule. */
import { operations } from '@atrium/sdk'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp()
const { owner, viewer } = useTeam(app)
let app_id: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  const schemas = app.as(owner).schemas
  await schemas.set({ app_id, name: 'Task' }, TASK)
})

const MINE = { created_by_id: '{{user.id}}' }
const ADMIN = { user_condition: { role: 'admin' } }
const TASK = {
  properties: {
    title: { type: 'string', maxLength: 20 },
    done: { type: 'boolean', default: false },
    tags: { type: 'array', items: { type: 'string' } },
    place: {
      type: 'object',
      properties: { city: { type: 'string' }, code: { type: 'string', rls: { write: ADMIN } } },
    },
    price: { type: 'number', rls: { write: ADMIN } },
    secret: { type: 'string', rls: { read: ADMIN, write: ADMIN } },
    drop: { type: 'string', rls: { read: false } },
  },
  required: ['title'],
  rls: { update: { $or: [MINE, ADMIN, { 'data.done': true }] }, delete: MINE },
}

const at = (entity_id: string, entity_name = 'Task') => ({ app_id, entity_name, entity_id })
const records = (person: Person) => app.as(person).records

/** A record of the owner's, who is an admin inside the app. */
async function task(values: Record<string, unknown> = {}): Promise<string> {
  const { id } = await records(owner).create({ app_id, entity_name: 'Task' }, { title: 'Water', ...values })
  return id
}

const refusal = (status: number, code: string, more: object = {}) => ({ status, code, ...more })

test('1: a field left out keeps its value, null clears one, lists and objects are replaced whole', async () => {
  const id = await task({ tags: ['a', 'b'], place: { city: 'Ulm', code: 'x' } })
  const made = await records(owner).get(at(id))
  app.clock.move(1)
  const updated = await records(owner).update(at(id), { tags: ['c'], place: { city: 'Bonn' } })
  expect(updated).toMatchObject({ title: 'Water', done: false, tags: ['c'], place: { city: 'Bonn' } })
  expect(updated).toHaveProperty('place', { city: 'Bonn' })
  expect(String(updated.updated_date) > String(made.updated_date)).toBe(true)
  expect(updated.created_date).toBe(made.created_date)
  expect(await records(owner).update(at(id), { tags: null })).toMatchObject({ tags: null, title: 'Water' })
  expect(await records(owner).get(at(id))).toMatchObject({ tags: null, place: { city: 'Bonn' } })
})

test('2: only declared fields are stored, a misspelt one is dropped without error', async () => {
  const id = await task()
  const hostile = JSON.parse('{"titel": "x", "__proto__": {"a": 1}, "constructor": {"b": 2}, "done": true}')
  const updated = await records(owner).update(at(id), hostile)
  expect(updated).toMatchObject({ title: 'Water', done: true })
  expect(updated).not.toHaveProperty('titel')
  const rows = await app.sql<{ data: object }>`select data from records where id = ${id}`
  expect(Object.keys(rows[0]?.data ?? {}).toSorted()).toEqual(['done', 'title'])
  expect(Object.hasOwn(Object.prototype, 'a')).toBe(false)
})

test('3: what is assigned automatically is ignored when it is sent', async () => {
  const id = await task()
  const before = await records(owner).get(at(id))
  const sent = {
    id: 'rec_other',
    created_date: '2000-01-01T00:00:00.000Z',
    updated_date: '2000-01-01T00:00:00.000Z',
    created_by: 'eve@example.com',
    created_by_id: 'usr_eve',
    is_sample: true,
  }
  const after = await records(owner).update(at(id), { ...sent, done: true })
  const { updated_date: _, ...same } = before
  expect(after).toMatchObject({ ...same, done: true })
  expect(String(after.updated_date) > String(before.updated_date)).toBe(true)
})

describe('4: rules', () => {
  test('a record that the row rule does not cover is refused', async () => {
    const id = await task()
    await expect(records(viewer).update(at(id), { title: 'Mine' })).rejects.toMatchObject(
      refusal(403, 'row_rule_refused'),
    )
    expect(await records(owner).get(at(id))).toMatchObject({ title: 'Water' })
    await records(owner).update(at(id), { done: true })
    expect(await records(viewer).update(at(id), { title: 'Ours' })).toMatchObject({ title: 'Ours' })
  })

  test('a refused field refuses all of it, and is named', async () => {
    const { id } = await records(viewer).create({ app_id, entity_name: 'Task' }, { title: 'Mine' })
    const sent = { title: 'New', price: 5, place: { city: 'Ulm', code: 'y' } }
    const refused = await records(viewer)
      .update(at(id), sent)
      .catch((error) => error)
    expect(refused).toMatchObject(refusal(403, 'field_rule_refused'))
    expect(refused.body.fields).toEqual(['data.price', 'data.place.code'])
    expect(await records(viewer).get(at(id))).toMatchObject({ title: 'Mine' })
  })

  test('an unchanged value passes where it can be read, and is refused where it cannot', async () => {
    const { id } = await records(viewer).create({ app_id, entity_name: 'Task' }, { title: 'Mine' })
    await records(owner).update(at(id), { price: 7, secret: 'red' })
    expect(await records(viewer).update(at(id), { price: 7, title: 'Same' })).toMatchObject({ title: 'Same' })
    for (const secret of ['red', 'blue', null]) {
      await expect(records(viewer).update(at(id), { secret })).rejects.toMatchObject(
        refusal(403, 'field_rule_refused'),
      )
    }
  })

  test('the answer leaves out what the caller may not read', async () => {
    const id = await task({ secret: 'red', drop: 'in' })
    expect(await records(owner).get(at(id))).not.toHaveProperty('drop')
    await records(owner).update(at(id), { done: true })
    const seen = await records(viewer).update(at(id), { title: 'Seen' })
    expect(seen).not.toHaveProperty('secret')
    expect(seen).not.toHaveProperty('drop')
  })

  test('of a record that can be written but not read, only id and updated_date come back', async () => {
    const { schemas } = app.as(owner)
    await schemas.set(
      { app_id, name: 'Box' },
      { properties: { text: { type: 'string' } }, rls: { read: ADMIN } },
    )
    const made = await records(viewer).create({ app_id, entity_name: 'Box' }, { text: 'hello' })
    expect(Object.keys(made).toSorted()).toEqual(['id', 'updated_date'])
    const updated = await records(viewer).update(at(made.id, 'Box'), { text: 'bye' })
    expect(Object.keys(updated).toSorted()).toEqual(['id', 'updated_date'])
    expect(await records(owner).get(at(made.id, 'Box'))).toMatchObject({ text: 'bye' })
  })

  test('see a member of the app by the role and the data that the app gives them', async () => {
    const member = await app.make.person('viewer', { id: owner.workspace_id })
    const properties = { team: { type: 'string' }, text: { type: 'string' } }
    const rls = {
      update: { $or: [{ 'data.team': '{{user.data.team}}' }, { user_condition: { role: 'boss' } }] },
    }
    await app.as(owner).schemas.set({ app_id, name: 'Plan' }, { properties, rls })
    const plan = async (values: object) =>
      (await records(owner).create({ app_id, entity_name: 'Plan' }, values as never)).id
    const [blue, red, none] = [
      await plan({ team: 'blue' }),
      await plan({ team: 'red' }),
      await plan({ team: '' }),
    ]
    const outcomes = () =>
      Promise.all(
        [blue, red, none].map((id) =>
          records(member)
            .update(at(id, 'Plan'), { text: 'x' })
            .then(() => 'updated')
            .catch((error) => error.code),
        ),
      )
    const refused = 'row_rule_refused'
    expect(await outcomes()).toEqual([refused, refused, refused])
    await app.sql`insert into app_users (app_id, user_id, data) values (${app_id}, ${member.id}, '{"team": "blue"}')`
    const reported = (expected: string[]) =>
      vi.waitFor(async () => expect(await outcomes()).toEqual(expected), 15_000)
    await reported(['updated', refused, refused])
    await app.sql`update app_users set role = 'boss', data = '{}' where user_id = ${member.id}`
    await reported(['updated', 'updated', 'updated'])
  })

  test('editors pass them by only when they ask for it, and that is in the audit log', async () => {
    const { schemas } = app.as(owner)
    await schemas.set(
      { app_id, name: 'Shut' },
      { properties: { text: { type: 'string' } }, rls: { write: false } },
    )
    const path = { app_id, entity_name: 'Shut' }
    await expect(records(owner).create(path, { text: 'a' })).rejects.toMatchObject(
      refusal(403, 'row_rule_refused'),
    )
    const headers = { 'x-bypass-rls': 'true' }
    const body = { text: 'a' }
    const { body: made } = await app
      .as(owner)
      .request(operations.records.create, { params: path, headers, body })
    await expect(
      app.as(viewer).request(operations.records.create, { params: path, headers, body }),
    ).rejects.toMatchObject(refusal(403, 'editor_required'))
    const { items } = await app.as(owner).audit.list({ action: 'records.create' })
    expect(items[0]).toMatchObject({
      target_id: made.id,
      detail: { entity_name: 'Shut', bypassed_rules: true },
    })
  })
})

test('6: records named User are a set of their own', async () => {
  await expect(records(owner).update(at(owner.id, 'User'), { role: 'admin' })).rejects.toMatchObject(
    refusal(404, 'record_not_found'),
  )
  const made = await records(owner).create({ app_id, entity_name: 'User' }, { full_name: 'x' })
  expect(await records(owner).update(at(made.id, 'User'), { full_name: 'y' })).toMatchObject({ id: made.id })
})

describe('an update', () => {
  test('of values that do not fit is refused with their places, and changes nothing', async () => {
    const id = await task()
    await expect(records(owner).update(at(id), { title: 5, done: 'yes' })).rejects.toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'title'], type: 'string_type' },
          { loc: ['body', 'done'], type: 'bool_type' },
        ],
      },
    })
    await expect(records(owner).update(at(id), { title: 'x'.repeat(21) })).rejects.toMatchObject({
      status: 422,
    })
    expect(await records(owner).get(at(id))).toMatchObject({ title: 'Water', done: false })
  })

  test('of what is not there is a 404: record, entity, app, and apps of strangers', async () => {
    const id = await task()
    const stranger = await app.make.person('owner')
    await expect(records(owner).update(at('rec_none'), {})).rejects.toMatchObject(
      refusal(404, 'record_not_found'),
    )
    await expect(records(owner).update(at(id, 'None'), {})).rejects.toMatchObject(
      refusal(404, 'entity_not_found'),
    )
    await expect(records(stranger).update(at(id), {})).rejects.toMatchObject(refusal(404, 'app_not_found'))
  })

  test('of different fields at the same moment loses none of them', async () => {
    const id = await task()
    const fields = [
      { done: true },
      { tags: ['x'] },
      { price: 3 },
      { place: { city: 'Ulm' } },
      { title: 'All' },
    ]
    for (let round = 0; round < 5; round++) {
      await Promise.all(fields.map((values) => records(owner).update(at(id), values)))
    }
    expect(await records(owner).get(at(id))).toMatchObject(Object.assign({}, ...fields))
  })

  test('is judged by the record as it is when it is written', async () => {
    const { id } = await records(owner).create({ app_id, entity_name: 'Task' }, { title: 'Open', done: true })
    const both = await Promise.allSettled([
      records(owner).update(at(id), { done: false }),
      ...Array.from({ length: 8 }, (_, n) => records(viewer).update(at(id), { title: `v${n}` })),
    ])
    expect(both[0]?.status).toBe('fulfilled')
    await expect(records(viewer).update(at(id), { title: 'late' })).rejects.toMatchObject(
      refusal(403, 'row_rule_refused'),
    )
  })
})

test('created_by is left out in apps that hide authorship', async () => {
  const id = await task()
  expect(await records(owner).get(at(id))).toMatchObject({ created_by: owner.email, created_by_id: owner.id })
  await app.as(owner).apps.update({ app_id }, { hide_authorship: true })
  try {
    expect(await records(owner).get(at(id))).not.toHaveProperty('created_by')
  } finally {
    await app.as(owner).apps.update({ app_id }, { hide_authorship: false })
  }
})

describe('many at once', () => {
  const titleOf = (record: object) => ('title' in record ? record.title : undefined)
  /** As many as wait while the first is under way go in one statement. */
  const together = async (ids: string[], values: (n: number) => Record<string, unknown>, person = owner) =>
    Promise.allSettled(ids.map((id, n) => records(person).update(at(id), values(n))))

  test('are each judged on their own record and answered with it', { tags: 'slow' }, async () => {
    const own = await Promise.all(Array.from({ length: 20 }, () => task()))
    const done = await Promise.all(Array.from({ length: 20 }, () => task({ done: true })))
    const ids = own.flatMap((id, i) => [id, done[i] as string])
    const outcomes = await together(ids, (n) => ({ title: `T${n}` }), viewer)
    expect(
      outcomes.map((one) => (one.status === 'fulfilled' ? titleOf(one.value) : one.reason.code)),
    ).toEqual(ids.map((_, n) => (n % 2 === 0 ? 'row_rule_refused' : `T${n}`)))
    const titles = await Promise.all(ids.map(async (id) => titleOf(await records(owner).get(at(id)))))
    expect(titles).toEqual(ids.map((_, n) => (n % 2 === 0 ? 'Water' : `T${n}`)))
  })

  test('of one record lose nothing', async () => {
    const id = await task()
    const other = await task()
    const fields = ['title', 'tags', 'done', 'place'] as const
    const values = { title: 'Mine', tags: ['x'], done: true, place: { city: 'Ulm' } }
    const outcomes = await together([other, id, id, id, id], (n) =>
      n === 0 ? { title: 'First' } : { [fields[n - 1] as string]: values[fields[n - 1] as 'title'] },
    )
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await records(owner).get(at(id))).toMatchObject(values)
  })

  test('one that waits for a lock does not hold up those that come later', async () => {
    const [held, free] = [await task(), await task()]
    const lock = await app.atrium.db.startTransaction().execute()
    await sql`select from records where id = ${held} for update`.execute(lock)
    const waits = records(owner).update(at(held), { title: 'Late' })
    expect(await records(owner).update(at(free), { title: 'Soon' })).toMatchObject({ title: 'Soon' })
    await lock.commit().execute()
    expect(await waits).toMatchObject({ title: 'Late' })
  })
})
