/** People of the workspace sign in to an app with the password of their Atrium account. */
import { beforeEach, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'
import { mailedCode } from '../test/app-mail.ts'

const PASSWORD = 'correct horse battery staple'
const app = useSharedApp()
const { owner } = useTeam(app)
let path: { app_id: string }
let email: string

beforeEach(async () => {
  path = await appThatIs('public_with_login')
})

const appThatIs = async (public_settings: string) => ({
  app_id: (await app.make.app(owner, { public_settings })).id,
})
const register = (password: string) => app.anonymous.app_auth.register(path, { email, password })
const login = (password = PASSWORD) => app.anonymous.app_auth.login(path, { email, password })

async function member(role: 'editor' | 'viewer' | 'guest') {
  const person = await app.make.person(role, { id: owner.workspace_id })
  const hash = await hashPassword(PASSWORD)
  await app.sql`update users set password_hash = ${hash} where id = ${person.id}`
  email = person.email
  return person
}

test('sign in with the password of their account, as themselves', async () => {
  path = await appThatIs('private_with_login')
  const ada = await member('viewer')
  const { access_token, user } = await login()
  expect(user).toMatchObject({ id: ada.id, email: ada.email, role: 'user' })
  expect(await app.as(access_token).users.me(path)).toEqual(user)
  await expect(app.as(access_token).apps.read(path)).rejects.toEqual(refusal(403, 'app_session_not_allowed'))
  expect((await app.as(owner).app_users.list(path)).items).toMatchObject([
    { id: ada.id, kind: 'member', status: 'active', role: null },
  ])
})

test('who edits the app is an admin there', async () => {
  await member('editor')
  expect((await login()).user.role).toBe('admin')
})

test('who cannot see it is unknown there, until they are given it', async () => {
  const guest = await member('guest')
  await expect(login()).rejects.toEqual(refusal(401, 'invalid_login'))
  await app.make.collaborator({ id: path.app_id }, guest, 'viewer')
  await login()
})

test('are not kept out by somebody who signs up with their email', async () => {
  const ada = await member('editor')
  await register('not hers at all')
  expect((await login()).user.id).toBe(ada.id)
  await expect(login('not hers at all')).rejects.toEqual(refusal(401, 'invalid_login'))
})

test('who signed up and verified their email is that account from then on', async () => {
  const ada = await member('viewer')
  await register('another password')
  const otp_code = await mailedCode(app, owner, email)
  const { user } = await app.anonymous.app_auth.verify_otp(path, { email, otp_code })
  expect(user.id).not.toBe(ada.id)
  expect((await login('another password')).user.id).toBe(user.id)
  await expect(login()).rejects.toEqual(refusal(401, 'invalid_login'))
})

test('are not kept out by such an account that is let in no more', async () => {
  const ada = await member('viewer')
  await register('another password')
  const otp_code = await mailedCode(app, owner, email)
  await app.anonymous.app_auth.verify_otp(path, { email, otp_code })
  await app.as(owner).apps.update(path, { public_settings: 'private_with_login' })
  expect((await login()).user.id).toBe(ada.id)
})
