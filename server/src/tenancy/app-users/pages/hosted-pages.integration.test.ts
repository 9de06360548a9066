/** What sign-in pages are shown: nothing of an app that a stranger may not know of. */
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { mailedToken, newestMail } from '../test/app-mail.ts'

const app = useApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' })
const { owner } = useTeam(app)
const EMAIL = 'grace@example.com'
const NOTHING = { app: null, may_sign_up: false, link: null }
let at: { app_id: string }

beforeEach(async () => {
  at = { app_id: (await app.make.app(owner, { name: 'Shop' })).id }
  await app.as(owner).apps.update(at, { logo_url: 'https://shop.example.com/logo.png' })
})

const SHOP = { name: 'Shop', logo_url: 'https://shop.example.com/logo.png' }
const preview = (link_token?: string, to = at) =>
  app.anonymous.app_auth.preview_page(to, link_token === undefined ? {} : { link_token })
const open = (public_settings: 'public_with_login' | 'public_without_login' | 'workspace_with_login') =>
  app.as(owner).apps.update(at, { public_settings })

describe('the preview of a page', () => {
  test('is the same for an app that is not public and one that does not exist', async () => {
    const unknown = await preview(undefined, { app_id: 'app_unknown' })
    expect(unknown).toEqual(NOTHING)
    expect(await preview()).toEqual(unknown)
    expect(await preview('mgl_unknown')).toEqual(unknown)
    await open('workspace_with_login')
    expect(await preview()).toEqual(unknown)
  })

  test('shows an app that everybody may open', async () => {
    for (const setting of ['public_with_login', 'public_without_login'] as const) {
      await open(setting)
      expect(await preview()).toEqual({ app: SHOP, may_sign_up: true, link: null })
      expect(await preview('mgl_unknown')).toEqual({ app: SHOP, may_sign_up: true, link: null })
    }
  })

  test('shows an app to those who were invited, until they are removed', async () => {
    const { id } = await app.as(owner).app_users.invite(at, { user_email: EMAIL })
    const text = (await newestMail(app, owner, EMAIL))?.text
    expect(text).toContain(`https://atrium.example.com/apps-sign-in/${at.app_id}/invitation#token=ain_`)
    const token = await mailedToken(app, owner, EMAIL)
    expect(await preview(token)).toEqual({
      app: SHOP,
      may_sign_up: true,
      link: { purpose: 'invitation', email: EMAIL },
    })
    const other = { app_id: (await app.make.app(owner)).id }
    for (const bad of [`${token}x`, token.replace(id, `${id}x`), `ain_${id}.`, 'ain_.', `ain_${id}`])
      expect(await preview(bad), bad).toEqual(NOTHING)
    expect(await preview(token, other)).toEqual(NOTHING)
    await app.as(owner).app_users.remove({ ...at, user_id: id })
    expect(await preview(token)).toEqual(NOTHING)
  })

  test('says whom a link is for, as the server knows it, and uses nothing up', async () => {
    const { email } = await app.make.appUser({ id: at.app_id }, { invited_date: new Date() })
    const { reset_password_request, request_magic_link, verify_magic_link } = app.anonymous.app_auth
    await request_magic_link(at, { email })
    await app.atrium.jobs.drain()
    const token = await mailedToken(app, owner, email)
    for (let n = 0; n < 2; n++)
      expect(await preview(token)).toEqual({
        app: SHOP,
        may_sign_up: false,
        link: { purpose: 'magic_link', email },
      })
    await verify_magic_link(at, { link_token: token })
    expect(await preview(token)).toEqual(NOTHING)
    await reset_password_request(at, { email })
    await app.atrium.jobs.drain()
    const reset = await mailedToken(app, owner, email)
    expect(await preview(reset)).toMatchObject({ link: { purpose: 'reset', email } })
  })
})

describe('the return address', () => {
  test('is for those who are signed in to the app', async () => {
    const user = await app.make.appUser({ id: at.app_id }, { invited_date: new Date() })
    const elsewhere = await app.make.appUser(await app.make.app(owner), { invited_date: new Date() })
    await expect(app.anonymous.app_auth.read_return_address(at)).rejects.toEqual(
      refusal(401, 'missing_credentials'),
    )
    await expect(app.as(elsewhere.token).app_auth.read_return_address(at)).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    const read = async (from_url?: string) =>
      (await app.as(user.token).app_auth.read_return_address(at, from_url === undefined ? {} : { from_url }))
        .return_url
    expect(await read()).toBeNull()
    expect(await read('https://shop.example.com')).toBeNull()
    await app.as(owner).apps.update(at, { published_url: 'https://shop.example.com' })
    await app.as(owner).sign_in_settings.update(at, { allowed_origins: ['https://other.example.com'] })
    expect(await read()).toBe('https://shop.example.com/')
    expect(await read('https://shop.example.com/cart')).toBe('https://shop.example.com/cart')
    expect(await read('https://other.example.com/x')).toBe('https://other.example.com/x')
    for (const evil of ['https://evil.test', '//evil.test', '\\\\evil.test', 'javascript:alert(1)', ''])
      expect(await read(evil), evil).toBeNull()
  })
})
