/** Sign-ins, sign-outs and ended sessions in the audit log. */
import { iterate } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { hashPassword } from '../../platform/passwords/passwords.ts'
import { mailedCode, mailedToken } from '../app-users/test/app-mail.ts'
import { PER_ACCOUNT, PER_WORKSPACE } from './failed-sign-in-store.ts'

const PASSWORD = 'correct horse battery staple'
const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let hash: string
beforeAll(async () => {
  hash = await hashPassword(PASSWORD)
})

const entries = async (action: string, who: Person = owner) =>
  Array.fromAsync(iterate(app.as(who).audit.list, { limit: 100, action }))
const member = async (...workspaces: { id: string }[]) => {
  const user = await app.make.user({ password_hash: hash })
  for (const { id } of workspaces) await app.make.membership(id, user, 'viewer')
  return user
}
const fail = (email: string) => app.anonymous.session.create({ email, password: 'wrong one' }).catch(() => {})

describe('a member', () => {
  test('who signs in and out leaves an entry of each in every workspace they are in', async () => {
    const second = await app.make.person('owner')
    const elsewhere = await app.make.person('owner')
    const user = await member({ id: owner.workspace_id }, { id: second.workspace_id })
    const { token } = await app.anonymous.session.create({ email: user.email, password: PASSWORD })
    await app.as(token).session.delete()
    for (const action of ['session.create', 'session.delete']) {
      for (const who of [owner, second]) {
        const [entry, ...others] = await entries(action, who)
        expect(entry).toMatchObject({
          ...{ actor_id: user.id, actor_email: user.email, credential_kind: 'session', address: '127.0.0.1' },
          ...{ target_type: 'session', target_id: expect.stringMatching(/^ses_/), detail: {} },
        })
        expect(entry?.credential_id).toBe(entry?.target_id)
        expect(others).toEqual([])
        expect(JSON.stringify(entry)).not.toContain(token)
      }
      expect(await entries(action, elsewhere)).toEqual([])
    }
  })

  test('whose password somebody gets wrong has an entry of it, without an actor', async () => {
    const user = await member({ id: owner.workspace_id })
    await fail(user.email.toUpperCase())
    await expect.poll(() => entries('session.create_failed')).toHaveLength(1)
    expect(await entries('session.create_failed')).toMatchObject([
      {
        ...{ actor_id: null, actor_email: null, credential_kind: null, credential_id: null },
        ...{ address: '127.0.0.1', request_id: expect.stringMatching(/^req_/), app_id: null },
        ...{ target_type: 'user', target_id: user.id },
        detail: { email: user.email, reason: 'invalid_login' },
      },
    ])
  })

  test('has no more entries of failures in an hour than say that somebody tries', async () => {
    const boss = await app.make.person('owner')
    const user = await member({ id: boss.workspace_id })
    const other = await member({ id: boss.workspace_id })
    for (let i = 0; i < PER_ACCOUNT + 2; i++) await fail(user.email)
    await fail('nobody@example.com')
    await fail(other.email) // written after those before it
    const count = async () => (await entries('session.create_failed', boss)).map(({ target_id }) => target_id)
    await expect.poll(count).toContain(other.id)
    expect(await count()).toEqual([other.id, ...Array(PER_ACCOUNT).fill(user.id)])
    app.clock.move(3601)
    await fail(user.email)
    await expect.poll(count).toHaveLength(PER_ACCOUNT + 2)
  })

  test('has an entry however much else happened in the hour, to them and in the workspace', async () => {
    const boss = await app.make.person('owner')
    const user = await member({ id: boss.workspace_id })
    await app.sql`insert into audit_log (id, workspace_id, created_date, action, target_type, target_id)
      select 'aud_busy' || i, ${boss.workspace_id}, ${app.clock.now()}, 'members.set_role', 'user', ${user.id}
        from generate_series(1, ${PER_WORKSPACE}::int) i`
    await fail(user.email)
    await expect.poll(() => entries('session.create_failed', boss)).toHaveLength(1)
  })

  test('of a workspace with many failures in an hour leaves no further ones', async () => {
    const boss = await app.make.person('owner')
    const calm = await app.make.person('owner')
    const user = await member({ id: boss.workspace_id }, { id: calm.workspace_id })
    await app.sql`insert into audit_log (id, workspace_id, created_date, action, target_type, target_id)
      select 'aud_full' || i, ${boss.workspace_id}, ${app.clock.now()}, 'session.create_failed', 'user', 'u' || i
        from generate_series(1, ${PER_WORKSPACE}::int) i`
    await fail(user.email)
    await expect.poll(() => entries('session.create_failed', calm)).toHaveLength(1)
    expect(await entries('session.create_failed', boss)).toHaveLength(PER_WORKSPACE)
  })
})

describe('in an app', () => {
  test('sign-up, sign-in, failures, sign-out and new passwords leave entries', async () => {
    const boss = await app.make.person('owner')
    const { id: app_id } = await app.make.app(boss, { public_settings: 'public_with_login' })
    const path = { app_id }
    const email = 'grace@example.com'
    const login = (password: string) => app.anonymous.app_auth.login(path, { email, password })

    await app.anonymous.app_auth.register(path, { email, password: PASSWORD })
    await expect(login(PASSWORD)).rejects.toMatchObject({ code: 'email_not_verified' })
    const otp_code = await mailedCode(app, boss, email)
    const { access_token, user } = await app.anonymous.app_auth.verify_otp(path, { email, otp_code })
    await expect(login('wrong one')).rejects.toMatchObject({ code: 'invalid_login' })
    await login(PASSWORD)
    const change = { user_id: user.id, current_password: PASSWORD, new_password: `${PASSWORD} 2` }
    await app.as(access_token).app_auth.change_password(path, change)
    await app.as(access_token).app_auth.logout(path)
    await app.anonymous.app_auth.reset_password_request(path, { email })
    await app.atrium.jobs.drain()
    const reset_token = await mailedToken(app, boss, email)
    await app.anonymous.app_auth.reset_password(path, { reset_token, new_password: `${PASSWORD} 3` })

    const own = { actor_id: user.id, actor_email: email, app_id, address: '127.0.0.1' }
    const session = { credential_kind: 'app_session', credential_id: expect.stringMatching(/^aps_/) }
    const target = { target_type: 'app_user', target_id: user.id }
    const [second, first, ...others] = await entries('app_auth.login', boss)
    for (const entry of [first, second])
      expect(entry).toMatchObject({ ...own, ...session, target_id: entry?.credential_id })
    expect(others).toEqual([])
    expect(await entries('app_auth.change_password', boss)).toMatchObject([
      { ...own, ...session, ...target, detail: { sessions_ended: 1 } },
    ])
    expect(await entries('app_auth.logout', boss)).toMatchObject([
      { ...own, ...session, target_id: first?.credential_id },
    ])
    expect(await entries('app_auth.reset_password', boss)).toMatchObject([
      { ...own, ...target, credential_id: null, detail: { email, sessions_ended: 0 } },
    ])
    await expect.poll(() => entries('app_auth.login_failed', boss)).toHaveLength(2)
    const failed = { ...target, app_id, actor_id: null, actor_email: null, address: '127.0.0.1' }
    expect(await entries('app_auth.login_failed', boss)).toMatchObject([
      { ...failed, detail: { email, reason: 'invalid_login' } },
      { ...failed, detail: { email, reason: 'email_not_verified' } },
    ])
  })

  test('a failure of somebody whom the app does not know leaves none', async () => {
    const boss = await app.make.person('owner')
    const { id: app_id } = await app.make.app(boss, { public_settings: 'public_with_login' })
    const known = await app.make.appUser({ id: app_id }, { password_hash: hash })
    for (const email of ['nobody@example.com', known.email])
      await app.anonymous.app_auth.login({ app_id }, { email, password: 'wrong one' }).catch(() => {})
    await expect.poll(() => entries('app_auth.login_failed', boss)).toMatchObject([{ target_id: known.id }])
  })
})
