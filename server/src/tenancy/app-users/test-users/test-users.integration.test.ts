import { HEARTBEAT_EVENT } from '@atrium/contract/analytics'
import { beforeEach, expect, test } from 'vitest'
import { take } from '../../../../test/bring.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { createAudit } from '../../audit/record.ts'
import { purgeAppUsers } from '../purge-app-users.ts'
import { createTestUser, removeTestUser, type TestUserDeps } from './test-users.ts'

const app = useApp({ rate_limits: 'off', mail: 'smtp://127.0.0.1:9' })
const { owner } = useTeam(app)
let deps: TestUserDeps
let path: { app_id: string }

beforeEach(async () => {
  const { db } = app.atrium
  deps = {
    db,
    clock: app.clock,
    audit: createAudit(app.clock),
    authenticator: { invalidate: () => {} } as never,
  }
  path = { app_id: (await app.make.app(owner, { public_settings: 'private_with_login' })).id }
})

const audit = async () =>
  (await app.as(owner).audit.list({ app_id: path.app_id })).items.map(({ action, target_id }) => ({
    ...{ action, target_id },
  }))
const users = async () => (await app.as(owner).app_users.list(path)).items

test('a user of a test is let in with their role, by token and by password, and leaves nothing behind', async () => {
  const user = await createTestUser(deps, path.app_id, 'manager')
  expect(user.email).toMatch(/^test-user-[0-9a-f]{16}@test-users\.invalid$/)
  expect(await users()).toMatchObject([{ id: user.id, role: 'manager', status: 'active' }])
  const me = { id: user.id, email: user.email, role: 'manager' }
  expect(await app.as(user.token).users.me(path)).toMatchObject(me)
  const signedIn = await app.anonymous.app_auth.login(path, { email: user.email, password: user.password })
  expect(await app.as(signedIn.access_token).users.me(path)).toMatchObject(me)

  await removeTestUser(deps, path.app_id, user.id)
  expect(await users()).toEqual([])
  expect(await app.sql`select from credentials where app_user_id = ${user.id}`).toEqual([])
  expect(await audit()).toEqual([
    { action: 'app_users.remove_test_user', target_id: user.id },
    { action: 'app_auth.login', target_id: expect.any(String) },
    { action: 'app_users.create_test_user', target_id: user.id },
  ])
  await removeTestUser(deps, path.app_id, user.id)
  expect(await audit()).toHaveLength(3)
})

test('nobody else is removed, and an app that is gone gets none', async () => {
  const person = await app.make.appUser({ id: path.app_id })
  await removeTestUser(deps, path.app_id, person.id)
  expect(await users()).toMatchObject([{ id: person.id }])
  await app.as(owner).apps.delete(path)
  await expect(createTestUser(deps, path.app_id, 'user')).rejects.toMatchObject({ code: 'app_not_found' })
})

test('no mail server is ever asked to mail them', async () => {
  const user = await createTestUser(deps, path.app_id, 'user')
  await app.as(owner).integrations.send_email(path, { to: user.email, subject: 'Welcome', body: 'Hello' })
  const [mail] = (await app.as(owner).mail.list()).items
  expect(mail).toMatchObject({ to: user.email, status: 'kept' })
  expect(await app.sql`select from pgboss.job where name = 'tenancy.deliver_mail'`).toEqual([])
})

test('they do not count as people who use the app', async () => {
  const user = await createTestUser(deps, path.app_id, 'user')
  const person = await app.make.appUser({ id: path.app_id }, { invited_date: app.clock.now() })
  for (const { token } of [user, person])
    await app
      .as(token)
      .events.track(path, { events: [{ event_name: HEARTBEAT_EVENT }, { event_name: 'buy' }] })
  const { items } = await app.as(owner).events.query(path)
  expect(items.map(({ user_id }) => user_id).toSorted()).toEqual([person.id, null].toSorted())
  expect(await app.sql`select user_id from heartbeats where app_id = ${path.app_id}`).toEqual([
    { user_id: person.id },
  ])
})

test('they are in no archive, and those of lost runs are removed after a day', async () => {
  const old = await createTestUser(deps, path.app_id, 'user')
  const person = await app.make.appUser({ id: path.app_id })
  const archive = await take(app, [owner.workspace_id])
  expect(archive).toContain(person.id)
  expect(archive).not.toContain(old.email)
  app.clock.move(23 * 3600)
  const young = await createTestUser(deps, path.app_id, 'user')
  app.clock.move(2 * 3600)
  await app.atrium.jobs.send(app.atrium.db, purgeAppUsers, {})
  await app.atrium.jobs.drain()
  const left = (await users()).map(({ id }) => id)
  expect(left.toSorted()).toEqual([person.id, young.id].toSorted())
  expect(await audit()).toContainEqual({ action: 'app_users.remove_test_user', target_id: old.id })
  await expect(app.as(old.token).users.me(path)).rejects.toEqual(refusal(401, 'invalid_credentials'))
})
