import type { Cases } from './case.ts'
import type { World } from './world.ts'

async function openApp({ app, owner }: World) {
  return { app_id: (await app.make.app(owner, { public_settings: 'public_with_login' })).id }
}

/** An own user of a new app who can sign in with the password. */
async function appUser(world: World) {
  const at = await openApp(world)
  const password_hash = world.password.hash
  return { at, user: await world.app.make.appUser({ id: at.app_id }, { password_hash }) }
}

/** Somebody who signed up and has not proved their email yet. */
async function signedUp(world: World) {
  const at = await openApp(world)
  const email = `shopper-${at.app_id}@example.com`
  await world.app.anonymous.app_auth.register(at, { email, password: world.password.text })
  return { at, email }
}

export const appUserCases: Cases = {
  'app_auth.login by a user of the app': async (world) => {
    const { at, user } = await appUser(world)
    return () => world.app.anonymous.app_auth.login(at, { email: user.email, password: world.password.text })
  },
  'app_auth.login by a member of the workspace': async (world) => {
    const { app, owner } = world
    const at = await openApp(world)
    const user = await app.make.user({ password_hash: world.password.hash })
    await app.make.membership(owner.workspace_id, user, 'viewer')
    return () => app.anonymous.app_auth.login(at, { email: user.email, password: world.password.text })
  },
  'app_auth.register': async (world) => {
    const at = await openApp(world)
    const body = { email: `shopper-${at.app_id}@example.com`, password: world.password.text }
    return () => world.app.anonymous.app_auth.register(at, body)
  },
  'app_auth.verify_otp': {
    why: 'a wrong code counts as tried whatever becomes of the rest',
    prepare: async (world) => {
      const { at, email } = await signedUp(world)
      const otp_code = await world.findInMail(email, /\b(\d{6})\b/)
      return () => world.app.anonymous.app_auth.verify_otp(at, { email, otp_code })
    },
    steps: [
      'app_user_proofs update',
      'app_user_proofs delete, app_users update, audit_log insert, credentials insert',
    ],
  },
  'app_auth.resend_otp': async (world) => {
    const { at, email } = await signedUp(world)
    return () => world.app.anonymous.app_auth.resend_otp(at, { email })
  },
  'app_auth.reset_password_request': async (world) => {
    const { at, user } = await appUser(world)
    return () => world.app.anonymous.app_auth.reset_password_request(at, { email: user.email })
  },
  'app_auth.reset_password': async (world) => {
    const { app } = world
    const { at, user } = await appUser(world)
    await app.anonymous.app_auth.reset_password_request(at, { email: user.email })
    await app.atrium.jobs.drain()
    const reset_token = await world.findInMail(user.email, /#token=(\S+)/)
    return () => app.anonymous.app_auth.reset_password(at, { reset_token, new_password: 'another password' })
  },
  'app_auth.request_magic_link': async (world) => {
    const at = await openApp(world)
    return () =>
      world.app.anonymous.app_auth.request_magic_link(at, { email: `magic-${at.app_id}@example.com` })
  },
  'app_auth.preview_page': {
    why: 'it only reads',
    prepare: async (world) => {
      const at = await openApp(world)
      return () => world.app.anonymous.app_auth.preview_page(at, {})
    },
    steps: [],
  },
  'app_auth.verify_magic_link': async (world) => {
    const { app } = world
    const at = await openApp(world)
    const email = `magic-${at.app_id}@example.com`
    await app.anonymous.app_auth.request_magic_link(at, { email })
    await app.atrium.jobs.drain()
    const link_token = await world.findInMail(email, /#token=(\S+)/)
    return () => app.anonymous.app_auth.verify_magic_link(at, { link_token })
  },
  'app_auth.change_password': async (world) => {
    const { at, user } = await appUser(world)
    await world.app.make.appSession({ id: at.app_id }, user)
    const body = { user_id: user.id, current_password: world.password.text, new_password: 'another password' }
    return () => world.app.as(user.token).app_auth.change_password(at, body)
  },
  'app_auth.logout': async (world) => {
    const { at, user } = await appUser(world)
    return () => world.app.as(user.token).app_auth.logout(at)
  },
  'users.update_me by a user of the app': async (world) => {
    const { at, user } = await appUser(world)
    return () => world.app.as(user.token).users.update_me(at, { full_name: 'Renamed' })
  },
  'users.update_me by a member of the workspace': async (world) => {
    const at = await openApp(world)
    await world.client.schemas.set(
      { app_id: at.app_id, name: 'User' },
      { properties: { size: { type: 'number' } } },
    )
    return () => world.client.users.update_me(at, { size: 4 })
  },
  'app_users.invite': async (world) => {
    const at = await openApp(world)
    return () => world.client.app_users.invite(at, { user_email: `guest-${at.app_id}@example.com` })
  },
  'app_users.update': async (world) => {
    const { at, user } = await appUser(world)
    return () => world.client.app_users.update({ ...at, user_id: user.id }, { role: 'admin' })
  },
  'sign_in_settings.update': async (world) => {
    const at = await openApp(world)
    return () => world.client.sign_in_settings.update(at, { allowed_origins: ['https://a.example.com'] })
  },
  'app_users.remove': async (world) => {
    const { at, user } = await appUser(world)
    return () => world.client.app_users.remove({ ...at, user_id: user.id })
  },
}
