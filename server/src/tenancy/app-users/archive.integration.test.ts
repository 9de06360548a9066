import { beforeEach, expect, test } from 'vitest'
import { bring, take } from '../../../test/bring.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const app = useSharedApp()
let count = 0
let app_id: string

beforeEach(() => {
  app_id = `app_${++count}`
})

const ground = () => ({
  users: [{ id: `usr_${count}`, email: `owner${count}@example.com` }],
  workspaces: [{ id: `ws_${count}`, name: 'One' }],
  members: [
    {
      workspace_id: `ws_${count}`,
      user_id: `usr_${count}`,
      email: `owner${count}@example.com`,
      role: 'owner',
      status: 'joined',
    },
  ],
  apps: [
    {
      id: app_id,
      workspace_id: `ws_${count}`,
      owner_id: `usr_${count}`,
      name: 'One',
      kind: 'app',
      public_settings: 'public_with_login',
    },
  ],
})
const whole = () => ({
  app_id,
  id: 'acc_1',
  email: 'grace@example.com',
  full_name: 'Grace',
  role: 'clerk',
  data: { team: 'blue', list: [1, null] },
  is_verified: true,
  is_invited: true,
  created_date: '2026-01-01T00:00:00.000Z',
  updated_date: '2026-01-03T00:00:00.000Z',
})

test('accounts come back the same, without passwords, and change nothing a second time', async () => {
  const least = { app_id, id: 'acc_2', email: 'Ada@Example.com' }
  const pending = { app_id, id: 'acc_3', email: 'p@example.com', is_verified: false }
  const member = {
    app_id,
    user_id: `usr_${count}`,
    full_name: 'Boss',
    role: 'boss',
    data: {},
    is_invited: false,
  }
  const file = { ...ground(), app_accounts: [whole(), least, pending], app_users: [member] }
  await load(file)
  const saved = JSON.parse(await save())
  const date = NOW.toISOString()
  const rest = { full_name: '', data: {}, is_invited: false, created_date: date, updated_date: date }
  expect(saved.app_accounts).toEqual([
    whole(),
    { ...least, email: 'ada@example.com', is_verified: true, ...rest },
    { ...pending, ...rest },
  ])
  expect(saved.app_users).toEqual([member])
  await load(file)
  await load(saved)
  expect(JSON.parse(await save())).toEqual(saved)
})

test('a password that comes along signs in, and is not exported', async () => {
  await load({ ...ground(), app_accounts: [{ ...whole(), password: 'first engine' }] })
  const { user } = await app.anonymous.app_auth.login(
    { app_id },
    { email: 'grace@example.com', password: 'first engine' },
  )
  expect(user).toMatchObject({ id: 'acc_1', role: 'clerk', team: 'blue' })
  expect(await save()).not.toMatch(/first engine|argon2/)
})

test('a row in app_users lets that user in, also by the app’s own sign-in, until they are removed', async () => {
  const ada = { id: `usr_ada_${count}`, email: `ada${count}@example.com`, password: 'first engine' }
  const base = ground()
  const file = {
    ...base,
    users: [...base.users, ada],
    apps: base.apps.map((one) => ({ ...one, public_settings: 'private_with_login' })),
    app_users: [{ app_id, user_id: ada.id, role: 'clerk', data: { team: 'blue' } }],
  }
  await load(file)
  const login = () => app.anonymous.app_auth.login({ app_id }, ada)
  const { access_token, user } = await login()
  expect(user).toMatchObject({ id: ada.id, email: ada.email, role: 'clerk', team: 'blue' })
  expect(await app.as(access_token).users.me({ app_id })).toEqual(user)
  const { token } = await app.anonymous.session.create(ada)
  expect(await app.as(token).users.me({ app_id })).toMatchObject({ id: ada.id, role: 'clerk' })
  // They use the app; what it is made of is none of theirs.
  await expect(app.as(token).apps.read({ app_id })).rejects.toMatchObject({ code: 'app_not_found' })
  expect(JSON.parse(await save()).app_users).toEqual([expect.not.objectContaining({ is_invited: false })])
  const [workspace_id, secret] = [`ws_${count}`, `pat_boss_${count}_of_the_workspace`]
  const members = [{ workspace_id, user_id: ada.id, email: ada.email, role: 'viewer', status: 'joined' }]
  const credentials = [{ kind: 'personal_token', secret, user_id: `usr_${count}`, workspace_id }]
  await load({ members, credentials })
  await app.as(secret).members.remove({ email: ada.email })
  await expect(login()).rejects.toMatchObject({ code: 'invalid_login' })
})

test('a row that only holds what the app keeps of somebody lets nobody in', async () => {
  const ada = { id: `usr_ada_${count}`, email: `ada${count}@example.com`, password: 'first engine' }
  const base = ground()
  const row = { app_id, user_id: ada.id, is_invited: false }
  await load({ ...base, users: [...base.users, ada], app_users: [row] })
  await expect(app.anonymous.app_auth.login({ app_id }, ada)).rejects.toMatchObject({ code: 'invalid_login' })
  const { token } = await app.anonymous.session.create(ada)
  await expect(app.as(token).users.me({ app_id })).rejects.toMatchObject({ code: 'app_not_found' })
})

test.each([
  ['app_accounts[0].app_id: There is no app "app_none"', [{ app_id: 'app_none' }]],
  ['app_accounts[0].email: ', [{ email: 'no email' }]],
  ['app_accounts[1].email: Another user of this app has this email already', [{}, { id: 'acc_other' }]],
  ['app_accounts[0]: Unknown key "passwort"', [{ passwort: 'x' }]],
])('%s is refused', async (message, changes) => {
  const app_accounts = changes.map((change) => ({ ...whole(), ...change }))
  await expect(load({ ...ground(), app_accounts })).rejects.toThrow(message)
})

test('the id of a user of Atrium is refused', async () => {
  const file = { ...ground(), app_accounts: [{ ...whole(), id: `usr_${count}` }] }
  await expect(load(file)).rejects.toThrow('app_accounts[0].id: A user of Atrium has this id')
})

const load = (rows: object) => bring(app, rows, { now: NOW })
const save = () => take(app, [`ws_${count}`])
