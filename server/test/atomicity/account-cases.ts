import {
  codeAt,
  PASSWORD,
  signedInPerson,
  withPasskey,
  withTotp,
} from '../../src/tenancy/account/test/account-scene.ts'
import { createSoftwarePasskey } from '../../src/tenancy/account/test/software-passkey.ts'
import type { Cases } from './case.ts'

export const accountCases: Cases = {
  'session.create with a recovery code': async ({ app }) => {
    const ada = await signedInPerson(app)
    const { recovery_codes } = await withTotp(app, ada)
    const body = { email: ada.email, password: PASSWORD, code: recovery_codes[0] ?? '' }
    return () => app.anonymous.session.create(body)
  },
  'session.confirm': async ({ app }) => {
    const { client } = await signedInPerson(app)
    return () => client.session.confirm({ password: PASSWORD })
  },
  'session.passkey_options': {
    why: 'a challenge is signed, not stored',
    prepare:
      async ({ app }) =>
      () =>
        app.anonymous.session.passkey_options(),
    steps: [],
  },
  'session.passkey': async ({ app }) => {
    const { device } = await withPasskey(app, await signedInPerson(app))
    const passkey = device.get(await app.anonymous.session.passkey_options())
    return () => app.anonymous.session.passkey({ passkey })
  },
  'account.update': async ({ app }) => {
    const { client } = await signedInPerson(app)
    return () => client.account.update({ full_name: 'Ada King' })
  },
  'account.change_password': async ({ app }) => {
    const { client } = await signedInPerson(app)
    const new_password = 'better horse battery staple'
    return () => client.account.change_password({ current_password: PASSWORD, new_password })
  },
  'account.request_password_reset': async ({ app }) => {
    const { email } = await signedInPerson(app)
    return () => app.anonymous.account.request_password_reset({ email })
  },
  'account.reset_password': async ({ app, findInMail }) => {
    const { email } = await signedInPerson(app)
    await app.anonymous.account.request_password_reset({ email })
    await app.atrium.jobs.drain()
    const reset_token = await findInMail(email, /#token=(\S+)/)
    const new_password = 'better horse battery staple'
    return () => app.anonymous.account.reset_password({ reset_token, new_password })
  },
  'account.end_session': async ({ app }) => {
    const { client, email } = await signedInPerson(app)
    const { token } = await app.anonymous.session.create({ email, password: PASSWORD })
    const { items } = await app.as(token).account.list_sessions()
    const session_id = items.find(({ is_this }) => is_this)?.id ?? ''
    return () => client.account.end_session({ session_id })
  },
  'account.end_sessions': async ({ app }) => {
    const { client, email } = await signedInPerson(app)
    await app.anonymous.session.create({ email, password: PASSWORD })
    return () => client.account.end_sessions({})
  },
  'account.start_totp': async ({ app }) => {
    const { client } = await signedInPerson(app)
    return () => client.account.start_totp()
  },
  'account.confirm_totp': async ({ app }) => {
    const { client } = await signedInPerson(app)
    const { secret } = await client.account.start_totp()
    return () => client.account.confirm_totp({ code: codeAt(app, secret) })
  },
  'account.remove_totp': async ({ app }) => {
    const ada = await signedInPerson(app)
    await withTotp(app, ada)
    return () => ada.client.account.remove_totp()
  },
  'account.generate_recovery_codes': async ({ app }) => {
    const ada = await signedInPerson(app)
    await withTotp(app, ada)
    return () => ada.client.account.generate_recovery_codes()
  },
  'account.start_passkey': {
    why: 'a challenge is signed, not stored',
    prepare: async ({ app }) => {
      const { client } = await signedInPerson(app)
      return () => client.account.start_passkey()
    },
    steps: [],
  },
  'account.add_passkey': async ({ app }) => {
    const { client } = await signedInPerson(app)
    const device = createSoftwarePasskey({ origin: new URL(app.baseUrl).origin })
    const passkey = device.create(await client.account.start_passkey())
    return () => client.account.add_passkey({ name: 'Laptop', passkey })
  },
  'account.update_passkey': async ({ app }) => {
    const ada = await signedInPerson(app)
    const { passkey } = await withPasskey(app, ada)
    return () => ada.client.account.update_passkey({ passkey_id: passkey.id }, { name: 'Key' })
  },
  'account.remove_passkey': async ({ app }) => {
    const ada = await signedInPerson(app)
    const { passkey } = await withPasskey(app, ada)
    return () => ada.client.account.remove_passkey({ passkey_id: passkey.id })
  },
}
