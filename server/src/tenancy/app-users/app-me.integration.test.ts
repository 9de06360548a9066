/** Who somebody is inside an app, and what the app keeps of them. */
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useMade } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)
const path = useMade(
  async () => ({ app_id: (await app.make.app(owner, { public_settings: 'public_with_login' })).id }),
  beforeEach,
)
const grace = useMade(() => app.make.appUser({ id: path.app_id }), beforeEach)

const me = (token = grace.token) => app.as(token).users.me(path)
const update = (body: Record<string, unknown>, token = grace.token) =>
  app.as(token).users.update_me(path, body)
const setUserSchema = (properties: Record<string, Record<string, unknown>>) =>
  app.as(owner).schemas.set({ app_id: path.app_id, name: 'User' }, { properties })

describe('an own user', () => {
  test('reads who they are', async () => {
    expect(await me()).toEqual({
      id: grace.id,
      email: grace.email,
      full_name: 'Test User',
      role: 'user',
      created_date: expect.any(String),
      updated_date: expect.any(String),
    })
  })

  test('changes their name and fields; null clears one, what is left out stays', async () => {
    expect(await update({ full_name: ' Grace ', team: 'compilers', tags: ['a'] })).toMatchObject({
      full_name: 'Grace',
      team: 'compilers',
      tags: ['a'],
    })
    const changed = await update({ team: null })
    expect(changed).not.toHaveProperty('team')
    expect(changed).toMatchObject({ full_name: 'Grace', tags: ['a'] })
    expect(await me()).toEqual(changed)
  })

  test('cannot become somebody else', async () => {
    const before = await me()
    const after = await update({
      id: 'acc_other',
      email: 'root@example.com',
      role: 'admin',
      created_date: '2020-01-01T00:00:00Z',
    })
    expect({ ...after, updated_date: '' }).toEqual({ ...before, updated_date: '' })
    const { items } = await app.as(owner).app_users.list(path)
    expect(items).toMatchObject([{ id: grace.id, email: grace.email, role: 'user', data: {} }])
  })

  test('changes at the same moment lose nothing', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => update({ [name]: 1 })))
    expect(await me()).toMatchObject({ a: 1, b: 1, c: 1, d: 1 })
  })

  test('is seen by the rules with what they changed, at once', async () => {
    const entity = { ...path, entity_name: 'Note' }
    await app.as(owner).schemas.set(
      { app_id: path.app_id, name: 'Note' },
      {
        properties: { team: { type: 'string' } },
        rls: { read: { 'data.team': '{{user.data.team}}' }, create: true },
      },
    )
    await app.as(grace.token).records.create(entity, { team: 'compilers' })
    expect(await app.as(grace.token).records.list(entity)).toEqual([])
    await update({ team: 'compilers' })
    expect(await app.as(grace.token).records.list(entity)).toHaveLength(1)
  })

  test.each([
    [{ full_name: 7 }, ['body', 'full_name']],
    [{ 'a.b': 1 }, ['body', 'a.b']],
    [{ $set: 1 }, ['body', '$set']],
    [{ note: 'x'.repeat(100_001) }, ['body']],
    [Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, n])), ['body']],
  ])('does not send odd or endless fields', async (body, loc) => {
    await expect(update(body)).rejects.toMatchObject({ status: 422, detail: [{ loc }] })
  })

  test('keeps no more in all than may be sent at once', async () => {
    const fields = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`f${from + n}`, n]))
    const one = { ...path, user_id: grace.id }
    await update(fields(0, 150))
    for (const more of [() => update(fields(150, 201)), () => edit(fields(150, 201))])
      await expect(more()).rejects.toMatchObject({ status: 422, detail: [{ type: 'too_long' }] })
    await update(fields(150, 200))
    const note = 'x'.repeat(60_000)
    await update({ ...Object.fromEntries(Object.keys(fields(0, 200)).map((name) => [name, null])) })
    await update({ note })
    await expect(update({ other: note })).rejects.toMatchObject({ status: 422 })
    expect((await edit({ note: null, other: note })).data).toEqual({ other: note })

    function edit(data: Record<string, unknown>) {
      return app.as(owner).app_users.update(one, { data })
    }
  })

  test('takes a new field in the place of one that it clears', async () => {
    await update(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}`, n])))
    const changed = await update({ f0: null, f200: 200 })
    expect(changed).toMatchObject({ f1: 1, f200: 200 })
    expect(changed).not.toHaveProperty('f0')
  })

  test('only those of this app are somebody here', async () => {
    const stranger = await app.make.person('owner')
    await expect(me(stranger.token)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(update({}, stranger.token)).rejects.toEqual(refusal(404, 'app_not_found'))
    const open = { app_id: (await app.make.app(owner, { public_settings: 'public_without_login' })).id }
    await expect(app.anonymous.users.me(open)).rejects.toEqual(refusal(401, 'missing_credentials'))
  })
})

describe('where the app has a schema named User', () => {
  test('its fields are checked, and others are dropped', async () => {
    await setUserSchema({ age: { type: 'integer', minimum: 0 } })
    expect(await update({ age: 30, other: 1 })).toMatchObject({ age: 30 })
    expect(await me()).not.toHaveProperty('other')
    await expect(update({ age: -1 })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'age'], type: 'greater_than_equal' }],
    })
  })

  test('its rules say what somebody may write and read of themselves', async () => {
    await setUserSchema({
      nickname: { type: 'string', rls: { write: { created_by_id: '{{user.id}}' } } },
      team: { type: 'string', rls: { write: { user_condition: { role: 'admin' } } } },
      note: { type: 'string', rls: { read: { user_condition: { role: 'admin' } } } },
    })
    expect(await update({ nickname: 'Amazing' })).toMatchObject({ nickname: 'Amazing' })
    await expect(update({ nickname: 'x', team: 'root' })).rejects.toMatchObject({
      status: 403,
      code: 'field_rule_refused',
      body: { fields: ['data.team'] },
    })
    const { user_id } = { user_id: grace.id }
    await app.as(owner).app_users.update({ ...path, user_id }, { data: { team: 'core', note: 'late' } })
    const seen = await me()
    expect(seen).toMatchObject({ nickname: 'Amazing', team: 'core' })
    expect(seen).not.toHaveProperty('note')
    await app.as(owner).app_users.update({ ...path, user_id }, { role: 'admin' })
    expect(await me()).toMatchObject({ note: 'late', role: 'admin' })
  })

  test('records named User stay a set of their own', async () => {
    await setUserSchema({ age: { type: 'integer' } })
    const users = { ...path, entity_name: 'User' }
    expect(await app.as(grace.token).records.list(users)).toEqual([])
    await app.as(grace.token).records.create(users, { age: 1 })
    expect(await me()).not.toHaveProperty('age')
  })
})

describe('people of the workspace', () => {
  test('are themselves here too, with what the app keeps of them', async () => {
    const seen = await me(owner.token)
    expect(seen).toMatchObject({ id: owner.id, email: owner.email, full_name: 'Test Person', role: 'admin' })
    const changed = await update({ full_name: 'Ada of the shop', team: 'core' }, owner.token)
    expect(changed).toMatchObject({ id: owner.id, full_name: 'Ada of the shop', team: 'core' })
    expect(await me(owner.token)).toEqual(changed)
    expect(await app.as(owner).session.read()).toMatchObject({ full_name: 'Test Person' })
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    expect(await me(viewer.token)).toMatchObject({ role: 'user' })
    expect(await me(await app.make.token(viewer, { permission: 'read_only' }))).toMatchObject({
      id: viewer.id,
    })
  })
})
