import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { bring } from '../../test/bring.ts'
import { useApp } from '../../test/use-app.ts'
import { useMade } from '../../test/use-started.ts'
import { useTeam } from '../../test/use-team.ts'
import { runOperator } from '../operate/test/run-operator.ts'
import { TOO_COMMON } from '../platform/passwords/common-passwords.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
const shop = useMade(() => app.make.app(owner, { public_settings: 'public_with_login' }))
const grace = useMade(() => app.make.appUser(shop))

describe('a common password is refused, in any case,', () => {
  const password = 'PassWord1'
  const calls = {
    'by sign-up in an app': () =>
      app.anonymous.app_auth.register({ app_id: shop.id }, { email: 'new@example.com', password }),
    'by a change': () => {
      const body = { user_id: grace.id, current_password: 'x', new_password: password }
      return app.as(grace.token).app_auth.change_password({ app_id: shop.id }, body)
    },
    'by a reset': () =>
      app.anonymous.app_auth.reset_password(
        { app_id: shop.id },
        { reset_token: 'rst_any', new_password: password },
      ),
    'by the acceptance of an invitation': () =>
      app.anonymous.invitations.accept({ invitation_token: 'inv_any', full_name: 'Grace', password }),
  }
  test.each(Object.entries(calls))('%s', async (_, call) => {
    await expect(call()).rejects.toMatchObject({
      status: 422,
      detail: [
        {
          loc: ['body', expect.stringMatching(/^(new_)?password$/)],
          msg: TOO_COMMON,
          type: 'password_too_common',
        },
      ],
    })
  })

  test('by an archive', async () => {
    const users = [{ id: 'usr_new', email: 'new@example.com', password }]
    await expect(bring(app, { users })).rejects.toThrow(`users[0].password: ${TOO_COMMON}`)
    const app_accounts = [{ app_id: shop.id, id: 'acc_new', email: 'new@example.com', password }]
    await expect(bring(app, { app_accounts })).rejects.toThrow(`app_accounts[0].password: ${TOO_COMMON}`)
  })

  test('by the commands of the operator', async () => {
    const on = { data_dir: tmpdir(), database_url: app.databaseUrl }
    for (const [verb, email] of [
      ['create', 'new@example.com'],
      ['password', owner.email],
    ] as const) {
      const argv = ['user', verb, '--email', email, '--password-stdin']
      expect(await runOperator(on, argv, `${password}\n`)).toMatchObject({ code: 1, messages: [TOO_COMMON] })
    }
  })
})
