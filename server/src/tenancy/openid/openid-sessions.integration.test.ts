/** Sign-in of the people of a workspace by its provider: who gets in, and who never does. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { type Browser, openBrowser, useSignInScene } from './test/sign-in-scene.ts'

const scene = useSignInScene()
const { app } = scene
let owner: Person
let domain: string
let email: string
let count = 0

beforeEach(async () => {
  owner = await app.make.person('owner')
  domain = `engines${count++}.example`
  email = `ada@${domain}`
  scene.provider.quirks.email = email
  scene.provider.quirks.subject = `subject ${count}`
})

const proved = (fields: object = {}) => scene.provedBy(owner, { domains: [domain], ...fields })
const start = (query = '') => scene.startOf(owner.workspace_id, query)
const back = (browser: Browser, query = '') => scene.approve(browser, start(query))
async function signIn(browser = openBrowser(), query = '') {
  return browser.get(await back(browser, query))
}
const problem = (name: string) => `${app.baseUrl}/sign-in?problem=${name}`
const sessionOf = (browser: Browser) => browser.cookies.get('atrium')
const meOf = (browser: Browser) => app.as(sessionOf(browser) ?? '').session.read()
const actionsOf = async (person: Person) =>
  (await app.as(person).audit.list({ limit: 50 })).items.map(({ action }) => action)

test('somebody new is signed in, joins with the role that was chosen, and is the same person next time', async () => {
  await proved({ join_role: 'editor' })
  const browser = openBrowser()
  const { status, location, headers } = await signIn(browser, '?next=/apps%3Fpage%3D2')
  expect([status, location]).toEqual([303, `${app.baseUrl}/apps?page=2`])
  expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  const me = await meOf(browser)
  const role = { id: owner.workspace_id, user_role: 'editor' }
  expect(me).toMatchObject({ email, full_name: 'Ada Byron', workspaces: [role] })
  expect([...browser.cookies.keys()].sort()).toEqual(['atrium', 'atrium_device'])

  scene.provider.quirks.email = `byron@${domain}` // people marry; their subject stays
  const again = openBrowser()
  await signIn(again)
  expect((await meOf(again)).id).toBe(me.id)
  expect(await actionsOf(owner)).toEqual(
    expect.arrayContaining(['session.create', 'members.join_by_openid', 'workspace_openid.verify_domain']),
  )
})

describe('a provider vouches', () => {
  test('for nobody while no domain is proved', async () => {
    await app.as(owner).workspace_openid.set(scene.settings({ domains: [domain] }))
    expect((await openBrowser().get(start())).text).toContain('provider_not_found')
    expect(await app.anonymous.session.sign_in_options({ email })).toEqual({ items: [] })
  })

  test('for no email of another domain, also where there is an account', async () => {
    await proved({ domains: [domain, `unproved-${domain}`] })
    scene.records.clear()
    const victim = await app.make.user({ email: `victim@unproved-${domain}` })
    for (const other of [
      victim.email,
      `new@unproved-${domain}`,
      `x@sub.${domain}`,
      `x@${domain}.evil.example`,
    ]) {
      scene.provider.quirks.email = other
      await app.sql`update sign_in_domains set verified_date = null where domain = ${`unproved-${domain}`}`
      const browser = openBrowser()
      expect((await signIn(browser)).location).toBe(problem('domain_not_allowed'))
      expect(sessionOf(browser)).toBeUndefined()
    }
  })

  test('for no account whose email left its domains', async () => {
    await proved()
    const browser = openBrowser()
    await signIn(browser)
    const { id } = await meOf(browser)
    await app.sql`update users set email = ${`ada@other-${domain}`} where id = ${id}`
    expect((await signIn()).location).toBe(problem('domain_not_allowed'))
  })

  test('not for an email that it does not call verified', async () => {
    await proved()
    scene.provider.quirks.emailVerified = false
    expect((await signIn()).location).toBe(problem('email_not_verified'))
  })

  test('for one subject behind an email: the next who gets the address is not them', async () => {
    await proved()
    await signIn()
    scene.provider.quirks.subject = 'a later employee'
    const browser = openBrowser()
    expect((await signIn(browser)).location).toBe(problem('linked_elsewhere'))
    expect(sessionOf(browser)).toBeUndefined()
  })

  test('once more after its client changed, because subjects may differ then', async () => {
    await proved()
    await signIn()
    await app.sql`update workspace_openid set client_id = 'another' where workspace_id = ${owner.workspace_id}`
    await app.as(owner).workspace_openid.set(scene.settings({ domains: [domain] }))
    scene.provider.quirks.subject = 'as the new client calls her'
    expect((await signIn()).location).toBe(`${app.baseUrl}/`)
  })
})

describe('an account that exists', () => {
  test('is signed in by its proved domain, and joins', async () => {
    await proved()
    const user = await app.make.user({ email })
    const browser = openBrowser()
    await signIn(browser)
    expect((await meOf(browser)).id).toBe(user.id)
  })

  test('does not join where nobody joins by themselves, unless they were invited', async () => {
    await proved({ joins_by_sign_in: false })
    expect((await signIn()).location).toBe(problem('not_a_member'))
    const failed = async () => (await app.as(owner).audit.list({ action: 'session.create_failed' })).items
    const detail = { email, reason: 'not_a_member' }
    await expect
      .poll(failed)
      .toMatchObject([{ target_type: 'email', target_id: email, actor_id: null, detail }])
    await app.as(owner).invitations.create({ email, role: 'editor' })
    const browser = openBrowser()
    await signIn(browser)
    expect((await meOf(browser)).workspaces).toMatchObject([{ user_role: 'editor' }])
  })

  test('that was invited as an admin takes the way of the invitation', async () => {
    await proved()
    await app.as(owner).invitations.create({ email, role: 'admin' })
    expect((await signIn()).location).toBe(problem('not_a_member'))
  })

  test('of a program is nobody’s, whatever its email', async () => {
    await proved()
    const bot = await app.as(owner).service_accounts.create({ name: 'Deploys', role: 'editor' })
    await app.sql`update users set email = ${email} where id = ${bot.id}`
    await app.sql`update members set email = ${email} where user_id = ${bot.id}`
    const browser = openBrowser()
    expect((await signIn(browser)).location).toBe(problem('not_a_member'))
    expect(sessionOf(browser)).toBeUndefined()
    expect(await app.sql`select from sign_in_identities where user_id = ${bot.id}`).toEqual([])
  })

  test('whose invitation has ended is invited no more, whether or not the job has been there', async () => {
    await proved({ joins_by_sign_in: false })
    await app.as(owner).invitations.create({ email, role: 'editor' })
    const sent = (days: number, seconds: number) => {
      const date = new Date(app.clock.now().getTime() - days * 86_400_000 + seconds * 1000)
      return app.sql`update members set created_date = ${date} where email = ${email}`
    }
    await sent(60, 0)
    expect((await signIn()).location).toBe(problem('not_a_member'))
    await sent(60, 60)
    const browser = openBrowser()
    await signIn(browser)
    expect((await meOf(browser)).workspaces).toMatchObject([{ user_role: 'editor' }])
  })

  test('that is suspended stays out', async () => {
    await proved()
    const user = await app.make.user({ email })
    await app.make.membership(owner.workspace_id, user, 'viewer', { access_state: 'suspended' })
    expect((await signIn()).location).toBe(problem('not_a_member'))
  })
})

describe('what comes back', () => {
  test('counts once', async () => {
    await proved()
    const browser = openBrowser()
    const callback = await back(browser)
    const cookies = new Map(browser.cookies)
    await browser.get(callback)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    browser.cookies.delete('atrium')
    expect((await browser.get(callback)).location).toBe(problem('expired'))
    expect(sessionOf(browser)).toBeUndefined()
  })

  test('counts once also of two at the same moment', async () => {
    await proved()
    const browser = openBrowser()
    const callback = await back(browser)
    const twice = await Promise.all([browser.get(callback), browser.get(callback)])
    expect(twice.map(({ location }) => location).sort()).toEqual(
      [`${app.baseUrl}/`, problem('expired')].sort(),
    )
  })

  test('counts only in the browser that started, and leaves it its turn', async () => {
    await proved()
    const browser = openBrowser()
    const callback = await back(browser)
    const victim = openBrowser()
    expect((await victim.get(callback)).location).toBe(problem('expired'))
    await scene.approve(victim, start()) // a cookie of their own does not help
    expect((await victim.get(callback)).location).toBe(problem('expired'))
    expect(sessionOf(victim)).toBeUndefined()
    expect((await browser.get(callback)).location).toBe(`${app.baseUrl}/`)
  })

  test('counts for ten minutes, and at the address of its provider only', async () => {
    await proved()
    const other = await app.make.person('owner')
    await scene.provedBy(other, { domains: [`other-${domain}`] })
    const browser = openBrowser()
    const callback = await back(browser)
    const elsewhere = callback.replace(owner.workspace_id, other.workspace_id)
    expect((await browser.get(elsewhere)).location).toBe(problem('expired'))
    const late = await back(browser)
    app.clock.move(601)
    expect((await browser.get(late)).location).toBe(problem('expired'))
  })

  test('is nothing without a state, with one of somebody’s making, or after the provider is gone', async () => {
    await proved()
    const browser = openBrowser()
    const callback = await back(browser)
    const { origin, pathname } = new URL(callback)
    for (const query of ['', '?code=x', '?state=', '?state=sis_made-up&code=x', '?state=a%00b&state=c']) {
      expect((await browser.get(`${origin}${pathname}${query}`)).location).toBe(problem('expired'))
    }
    await app.as(owner).workspace_openid.remove()
    expect((await browser.get(callback)).location).toBe(problem('expired'))
  })

  test('may be a no, or a provider that is broken', async () => {
    await proved()
    scene.provider.quirks.decision = 'refuse'
    expect((await signIn()).location).toBe(problem('refused'))
    scene.provider.reset()
    scene.provider.quirks.forged = true
    expect((await signIn()).location).toBe(problem('provider_failed'))
  })

  test('never leads to another host', async () => {
    await proved()
    for (const next of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'javascript:x',
    ]) {
      const { location } = await signIn(openBrowser(), `?next=${encodeURIComponent(next)}`)
      expect(new URL(location).origin).toBe(app.baseUrl)
      expect(location.startsWith(`${app.baseUrl}/`)).toBe(true)
    }
  })
})

test('two tabs sign in without disturbing each other, and what was started long ago is removed', async () => {
  await proved()
  const browser = openBrowser()
  const [first, second] = [await back(browser), await back(browser)]
  expect((await browser.get(first)).location).toBe(`${app.baseUrl}/`)
  expect((await browser.get(second)).location).toBe(`${app.baseUrl}/`)
  await back(browser)
  app.clock.move(700)
  await back(browser)
  const rows = await app.sql`select from sign_in_attempts where workspace_id = ${owner.workspace_id}`
  expect(rows).toHaveLength(1)
})

describe('passwords', () => {
  const PASSWORD = 'correct horse battery staple'
  test('are refused to members of the domains where the workspace says so, owners excepted', {
    tags: 'slow',
  }, async () => {
    const { hashPassword } = await import('../../platform/passwords/passwords.ts')
    const password_hash = await hashPassword(PASSWORD)
    const person = await app.make.user({ email, password_hash })
    const boss = await app.make.user({ email: `boss@${domain}`, password_hash })
    const elsewhere = await app.make.user({ email: `elsewhere@${domain}`, password_hash })
    await app.make.membership(owner.workspace_id, person, 'admin')
    await app.make.membership(owner.workspace_id, boss, 'owner')
    await proved({ refuses_passwords: true })
    const login = (who: { email: string }, password = PASSWORD) =>
      app.anonymous.session.create({ email: who.email, password })
    await expect(login(person)).rejects.toEqual(refusal(403, 'password_sign_in_refused'))
    await expect(login(person, 'wrong')).rejects.toEqual(refusal(401, 'invalid_login'))
    await login(boss)
    await login(elsewhere) // no member: the workspace has no say
    const { id: app_id } = await app.make.app(owner)
    await expect(app.anonymous.app_auth.login({ app_id }, { email, password: PASSWORD })).rejects.toEqual(
      refusal(403, 'password_sign_in_refused'),
    )
    await app.as(owner).workspace_openid.remove()
    await login(person)
  })
})

test('passwords are refused for proved domains only', async () => {
  const { hashPassword } = await import('../../platform/passwords/passwords.ts')
  const password = 'correct horse battery staple'
  const person = await app.make.user({ email, password_hash: await hashPassword(password) })
  await app.make.membership(owner.workspace_id, person, 'editor')
  await app.as(owner).workspace_openid.set(scene.settings({ domains: [domain], refuses_passwords: true }))
  expect((await app.anonymous.session.create({ email, password })).user.id).toBe(person.id)
})

test('what an email can sign in by follows from its domain alone', async () => {
  await proved()
  const start_url = `/api/auth/openid/${owner.workspace_id}/start`
  for (const name of ['ada', 'nobody']) {
    const options = await app.anonymous.session.sign_in_options({ email: `${name}@${domain.toUpperCase()}` })
    expect(options).toEqual({ items: [{ name: 'Engines', start_url }] })
  }
  expect(await app.anonymous.session.sign_in_options({ email: 'a@unknown.example' })).toEqual({ items: [] })
})

test('a provider that cannot be asked is said so, and is asked again', async () => {
  await proved()
  const { issuer } = scene.provider
  await app.sql`update workspace_openid set issuer = 'http://127.0.0.1:1' where issuer = ${issuer}`
  const { status, text } = await openBrowser().get(start())
  expect([status, JSON.parse(text).code]).toEqual([400, 'provider_unusable'])
})
