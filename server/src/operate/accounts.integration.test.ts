import { expect, test } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { useApp } from '../../test/use-app.ts'
import { resetToken } from '../tenancy/account/test/account-mail.ts'
import { PASSWORD, signedInPerson, withPasskey, withTotp } from '../tenancy/account/test/account-scene.ts'
import { runOperator } from './test/run-operator.ts'

const KEY = 'a key for tests only'
const app = useApp({ rate_limits: 'off', secret_key: KEY })
const run = (...argv: string[]) =>
  runOperator({ data_dir: '/nonexistent', database_url: app.databaseUrl }, argv)

test('a second factor is removed with all that belongs to it, and sessions end', async () => {
  const ada = await signedInPerson(app)
  await withTotp(app, ada)
  await withPasskey(app, ada)
  const login = () => app.anonymous.session.create({ email: ada.email, password: PASSWORD })
  await expect(login()).rejects.toEqual(refusal(401, 'second_factor_required'))
  const { code, output } = await run('user', 'remove-second-factor', '--email', ada.email.toUpperCase())
  expect([code, output.split(/\s+/)]).toEqual([
    0,
    ['email', ada.email, 'authenticator_apps', '1', 'passkeys', '1', 'recovery_codes', '10', ''],
  ])
  await login()
  await expect(app.as(ada.token).session.read()).rejects.toEqual(refusal(401, 'invalid_credentials'))
  expect((await app.as(ada.pat).audit.list()).items).toContainEqual(
    expect.objectContaining({ action: 'users.remove_second_factor', actor_email: null }),
  )
})

test('without a mail server the operator reads what is mailed to a person', async () => {
  const ada = await signedInPerson(app)
  expect(await run('user', 'mail', '--email', ada.email)).toMatchObject({ code: 1, output: '' })
  await app.anonymous.account.request_password_reset({ email: ada.email })
  await app.atrium.jobs.drain()
  const { code, output } = await run('user', 'mail', '--email', ada.email)
  expect([code, output]).toEqual([0, expect.stringContaining('/account/reset-password#token=rst_')])
})

test.each(['remove-second-factor', 'mail'])('user %s names what is wrong', async (word) => {
  expect((await run('user', word)).code).toBe(2)
  expect((await run('user', word, '--email', 'nobody')).code).toBe(2)
  expect((await run('user', word, '--email', 'nobody@example.com')).code).toBe(1)
})

test.each(['remove-second-factor', 'password'])('user %s is not for a service account', async (word) => {
  const ada = await signedInPerson(app)
  const { email } = await app.as(ada.pat).service_accounts.create({ name: 'Deploys', role: 'viewer' })
  const { code, messages } = await run('user', word, '--email', email)
  expect([code, messages]).toEqual([1, [expect.stringContaining('is a service account')]])
})

test('a new password ends the link for another one that was mailed before', async () => {
  const ada = await signedInPerson(app)
  await app.anonymous.account.request_password_reset({ email: ada.email })
  await app.atrium.jobs.drain()
  const reset_token = await resetToken(app, ada.email, KEY)
  const { code, output } = await run('user', 'password', '--email', ada.email)
  expect(code).toBe(0)
  const resetting = app.anonymous.account.reset_password({ reset_token, new_password: PASSWORD })
  await expect(resetting).rejects.toEqual(refusal(400, 'invalid_reset_token'))
  const [, password = ''] = /^password +(\S+)$/m.exec(output) ?? []
  expect((await app.anonymous.session.create({ email: ada.email, password })).user.id).toBe(ada.id)
})

test('the newest mail about an account is none of a workspace', async () => {
  const ada = await signedInPerson(app)
  await app.anonymous.account.request_password_reset({ email: ada.email })
  await app.atrium.jobs.drain()
  app.clock.move(60)
  const other = await app.make.person('owner')
  await app.as(other).invitations.create({ email: ada.email, role: 'editor' })
  expect((await run('user', 'mail', '--email', ada.email)).output).toContain('#token=rst_')
})
