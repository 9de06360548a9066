import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen, type TestListener } from '../../../../test/listen.ts'
import type { Person } from '../../../../test/make.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useSharedApp()
const { owner, viewer } = useTeam(app)
let app_id: string
let count = 0
let of: { app_id: string; entity_name: string }
let room: string

beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
})

beforeEach(async () => {
  const entity_name = `Task${count++}`
  of = { app_id, entity_name }
  room = `entities:${app_id}:${entity_name}`
  await setRules({ read: { $or: [ADMIN, { 'data.is_open': true }] } })
})

const ADMIN = { user_condition: { role: 'admin' } }
const setRules = (rls: Record<string, unknown>) =>
  app.as(owner).schemas.set(
    { app_id, name: of.entity_name },
    {
      properties: {
        title: { type: 'string' },
        is_open: { type: 'boolean' },
        cost: { type: 'number', rls: { read: ADMIN } },
        plan: {
          type: 'object',
          properties: { due: { type: 'string' }, margin: { type: 'number', rls: { read: ADMIN } } },
        },
      },
      rls,
    },
  )
const records = () => app.as(owner).records
const at = (record: { id: string }) => ({ ...of, entity_id: record.id })

async function listener(person: Person) {
  const made = await listen(app.baseUrl, { app_id, token: person.token })
  expect(await made.join(room)).toEqual({ ok: true, room })
  return made
}

describe('those who listen to an entity', () => {
  test('hear of what is created, updated and deleted', async () => {
    const one = await listener(owner)
    const made = await records().create(of, { title: 'A', is_open: true, cost: 3 })
    const updated = await records().update(at(made), { title: 'B' })
    await records().delete(at(made))
    const [created, changed, deleted] = await one.hears(room, 3)
    expect(created).toEqual({ type: 'create', id: made.id, data: made, timestamp: expect.any(String) })
    expect(changed).toEqual({ type: 'update', id: made.id, data: updated, timestamp: expect.any(String) })
    expect(deleted).toEqual({
      type: 'delete',
      id: made.id,
      data: { id: made.id },
      timestamp: expect.any(String),
    })
  })

  test('hear of many changes in one request, one by one and in order', async () => {
    const one = await listener(owner)
    const made = await records().bulk_create(of, [{ title: 'A' }, { title: 'B' }])
    await records().update_many(of, { query: {}, data: { $set: { is_open: true } } })
    await records().delete_many(of, {})
    const events = await one.hears(room, 6)
    expect(events.map(({ type }) => type)).toEqual([
      'create',
      'create',
      'update',
      'update',
      'delete',
      'delete',
    ])
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)))
  })

  test('see only the fields that they may read, at any depth', async () => {
    const [one, other] = [await listener(owner), await listener(viewer)]
    const values = { title: 'A', is_open: true, cost: 3, plan: { due: 'soon', margin: 5 } }
    await records().create(of, values)
    const [[whole], [part]] = [await one.hears(room, 1), await other.hears(room, 1)]
    expect(whole.data).toMatchObject(values)
    expect(part.data).toMatchObject({ title: 'A', plan: { due: 'soon' } })
    expect(JSON.stringify(part)).not.toMatch(/cost|margin/)
  })

  test.each([
    ['the owner', () => [owner, viewer]],
    ['a viewer', () => [viewer, owner]],
  ])('see inside a field what they may read and nothing else, also when %s came first', async (_, people) => {
    const margin = { type: 'number', rls: { read: ADMIN } }
    const plan = { type: 'object', properties: { due: {}, margin } }
    const properties = { plan, offer: { type: 'object', properties: { plan } } }
    await app.as(owner).schemas.set({ app_id, name: of.entity_name }, { properties, rls: { read: true } })
    const listeners = new Map<Person, TestListener>()
    for (const person of people()) listeners.set(person, await listener(person))

    const inPlan = await records().create(of, { plan: { due: 'soon', margin: 5 } })
    const inOffer = await records().create(of, { offer: { plan: { due: 'later', margin: 6 } } })
    for (const [person, one] of listeners) {
      const events = await one.hears(room, 2)
      const read = [inPlan, inOffer].map((record) => app.as(person).records.get(at(record)))
      expect(events.map(({ data }) => data)).toEqual(await Promise.all(read))
      const seesMargin = person.id === owner.id
      for (const event of events) expect(JSON.stringify(event).includes('margin')).toBe(seesMargin)
    }
  })

  test('hear nothing of records that they may not see', async () => {
    const [one, other] = [await listener(owner), await listener(viewer)]
    const hidden = await records().create(of, { title: 'hidden', is_open: false })
    await records().update(at(hidden), { title: 'still hidden' })
    await records().delete(at(hidden))
    await records().create(of, { title: 'seen', is_open: true })
    await one.hears(room, 4)
    const events = await other.hears(room, 1)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'create', data: { title: 'seen' } })
  })

  test('hear of a record that comes into their sight as created, and of one that leaves it as deleted', async () => {
    const [one, other] = [await listener(owner), await listener(viewer)]
    const made = await records().create(of, { title: 'A', is_open: false })
    await records().update(at(made), { is_open: true })
    await records().update(at(made), { title: 'B' })
    await records().update(at(made), { is_open: false, title: 'secret' })
    expect((await one.hears(room, 4)).map(({ type }) => type)).toEqual([
      'create',
      'update',
      'update',
      'update',
    ])
    const [first, second, third, ...more] = await other.hears(room, 3)
    expect(first).toMatchObject({ type: 'create', data: { title: 'A', is_open: true } })
    expect(second).toMatchObject({ type: 'update', data: { title: 'B' } })
    expect(third).toMatchObject({ type: 'delete', id: made.id, data: { id: made.id } })
    expect(JSON.stringify(third)).not.toContain('secret')
    expect(more).toEqual([])
  })

  test('see each only their own where the rule says so', async () => {
    await setRules({ read: { created_by_id: '{{user.id}}' } })
    const [one, other] = [await listener(owner), await listener(viewer)]
    await app.as(viewer).records.create(of, { title: 'of the viewer' })
    await records().create(of, { title: 'of the owner' })
    expect((await one.hears(room, 1)).map(({ data }) => data.title)).toEqual(['of the owner'])
    expect((await other.hears(room, 1)).map(({ data }) => data.title)).toEqual(['of the viewer'])
  })

  test('are bound by a new rule from the next change on', async () => {
    const [one, other] = [await listener(owner), await listener(viewer)]
    const made = await records().create(of, { title: 'A', is_open: true })
    await other.hears(room, 1)
    await setRules({ read: ADMIN })
    await records().update(at(made), { title: 'B' })
    await one.hears(room, 2) // by the rule of now
    await setRules({ read: true })
    await records().update(at(made), { title: 'C' })
    const events = await other.hears(room, 2)
    expect(events.map(({ data }) => data.title)).toEqual(['A', 'C'])
  })

  test('hear nothing while the entity has no schema', async () => {
    const other = await listener(viewer)
    await app.as(owner).schemas.delete({ app_id, name: of.entity_name })
    await setRules({ read: true })
    await records().create(of, { title: 'back' })
    expect(await other.hears(room, 1)).toMatchObject([{ type: 'create', data: { title: 'back' } }])
  })

  test('receive only the id of what is too large to be sent', async () => {
    const one = await listener(owner)
    const made = await records().create(of, { title: 'x'.repeat(300_000) })
    expect(await one.hears(room, 1)).toEqual([
      { type: 'create', id: made.id, data: { id: made.id }, timestamp: expect.any(String), truncated: true },
    ])
  })

  test('do not learn who created something where the app hides it', async () => {
    const hiding = await app.make.app(owner)
    await app.as(owner).apps.update({ app_id: hiding.id }, { hide_authorship: true })
    await app.as(owner).schemas.set({ app_id: hiding.id, name: 'Note' }, { properties: { text: {} } })
    const one = await listen(app.baseUrl, { app_id: hiding.id, token: owner.token })
    const there = `entities:${hiding.id}:Note`
    await one.join(there)
    await records().create({ app_id: hiding.id, entity_name: 'Note' }, { text: 'A' })
    const [event] = await one.hears(there, 1)
    expect(event.data).not.toHaveProperty('created_by')
  })

  test('hear nothing of bulk updates, which trigger nothing', async () => {
    const one = await listener(owner)
    const made = await records().create(of, { title: 'A' })
    await records().bulk_update(of, [Object.assign({ id: made.id }, { title: 'B' })])
    await records().update(at(made), { title: 'C' })
    const events = await one.hears(room, 2)
    expect(events.map(({ data }) => data.title)).toEqual(['A', 'C'])
  })
})

describe('a room of an entity', () => {
  test.each(['', ':', '-', '::', ':Task0:', ':Ta sk', ':Task0\n', `:${'T'.repeat(65)}`])(
    'is refused as entities:<app>%j',
    async (rest) => {
      const one = await listen(app.baseUrl, { app_id, token: owner.token })
      expect(await one.join(`entities:${app_id}${rest}`)).toMatchObject({ ok: false, code: 'room_not_found' })
    },
  )

  test.each<{ name: unknown }>([
    { name: null },
    { name: 7 },
    { name: {} },
    { name: [] },
    { name: ['entities'] },
    { name: { room: 'x' } },
    { name: { toString: 'x' } },
    { name: '__proto__' },
    { name: 'constructor' },
    { name: 'x'.repeat(300) },
  ])('is refused as $name', async ({ name }) => {
    const one = await listen(app.baseUrl, { app_id, token: owner.token })
    expect(await one.join(name)).toMatchObject({ ok: false, code: 'room_not_found' })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test.each(['Nothing', '__proto__', 'constructor', 'toString'])('needs a schema: %s', async (name) => {
    const one = await listen(app.baseUrl, { app_id, token: owner.token })
    const reported = new Promise((resolve) => one.socket.once('join_error', resolve))
    const refusal = { room: `entities:${app_id}:${name}`, code: 'entity_not_found' }
    expect(await one.join(`entities:${app_id}:${name}`)).toMatchObject({ ok: false, ...refusal })
    expect(await reported).toMatchObject(refusal)
  })

  test('of another app is refused, also to those who can see that app', async () => {
    const other = await app.make.app(owner)
    const one = await listen(app.baseUrl, { app_id: other.id, token: owner.token })
    expect(await one.join(room)).toMatchObject({ ok: false, code: 'room_not_found' })
  })

  test('tells the app’s own users and visitors what the rules let them see', async () => {
    const open = await app.make.app(owner)
    await app.as(owner).apps.update({ app_id: open.id }, { public_settings: 'public_without_login' })
    const rls = { read: true }
    const properties = { text: {}, note: { rls: { read: { created_by_id: '{{user.id}}' } } } }
    await app.as(owner).schemas.set({ app_id: open.id, name: 'Post' }, { properties, rls })
    const user = await app.make.appUser(open)
    const there = `entities:${open.id}:Post`
    const [visitor, own] = [
      await listen(app.baseUrl, { app_id: open.id }),
      await listen(app.baseUrl, { app_id: open.id, token: user.token }),
    ]
    for (const one of [visitor, own]) expect(await one.join(there)).toMatchObject({ ok: true })
    await app
      .as(user.token)
      .records.create({ app_id: open.id, entity_name: 'Post' }, { text: 'A', note: 'n' })
    expect((await own.hears(there, 1))[0].data).toMatchObject({ text: 'A', note: 'n' })
    const [seen] = await visitor.hears(there, 1)
    expect(seen.data).toMatchObject({ text: 'A' })
    expect(seen.data).not.toHaveProperty('note')
  })
})
