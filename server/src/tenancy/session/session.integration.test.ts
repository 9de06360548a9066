import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { operations } from '@atrium/sdk'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import type { Log } from '../../platform/log.ts'
import { hashPassword } from '../../platform/passwords/passwords.ts'

const PASSWORD = 'correct horse battery staple'
const LONGEST_EMAILS = ['a', '\u{1F600}'].map((letter) => `${letter.repeat(242)}@example.com`)
const logged: string[] = []
const app = useApp({ rate_limits: 'off' }, { log: collectingLog() })
let ada: { id: string; email: string; full_name: string }
let workspace: { id: string }

beforeAll(async () => {
  ada = await app.make.user({
    email: 'ada@example.com',
    full_name: 'Ada Byron',
    password_hash: await hashPassword(PASSWORD),
  })
  workspace = await app.make.workspace({ plan: 'enterprise' })
  await app.make.membership(workspace.id, ada, 'admin')
})
afterEach(() => {
  vi.restoreAllMocks()
})

const INVALID = refusal(401, 'invalid_credentials')
const signIn = (body: object = {}) =>
  app.anonymous.request(operations.session.create, {
    body: { email: ada.email, password: PASSWORD, ...body },
  })
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
const withCookie = (path: string, cookie: string, init: RequestInit = {}) =>
  fetch(`${app.baseUrl}${path}`, { ...init, headers: { cookie, origin: app.baseUrl } })

describe('session.create', () => {
  test('answers who signed in, and a token that works as bearer and as cookie', async () => {
    const { status, body, headers } = await signIn()
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        id: ada.id,
        email: 'ada@example.com',
        full_name: 'Ada Byron',
        workspaces: [
          {
            id: workspace.id,
            name: 'Test',
            user_role: 'admin',
            subscription_tier: 'enterprise',
            is_enterprise: true,
          },
        ],
      },
      token: expect.stringMatching(/^ses_[\w-]{43}$/),
    })
    expect(cookieOf(headers)).toBe(`atrium=${body.token}`)
    expect(await app.as(body.token).session.read()).toEqual(body.user)
    const answer = await withCookie('/api/auth/me', `theme=dark; ${cookieOf(headers)}`)
    expect(await answer.json()).toEqual(body.user)
  })

  test('sets a cookie that no script reads and no other site sends', async () => {
    const { headers } = await signIn()
    const [, ...flags] = headers.getSetCookie()[0]?.split('; ') ?? []
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
  })

  test('takes the email in any case', async () => {
    expect((await signIn({ email: 'ADA@Example.COM' })).body.user.id).toBe(ada.id)
  })

  test('a wrong password and an unknown email are one refusal and one hash', async () => {
    await app.make.user({ email: 'nopassword@example.com' })
    const hashing = vi.spyOn(Worker.prototype, 'postMessage')
    const bodies = []
    for (const attempt of [
      { password: 'wrong' },
      { email: 'nobody@example.com' },
      { email: 'nopassword@example.com' },
    ]) {
      const answer = await fetch(`${app.baseUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': 'same' },
        body: JSON.stringify({ email: ada.email, password: PASSWORD, ...attempt }),
      })
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
      bodies.push(await answer.json())
      expect(hashing).toHaveBeenCalledTimes(bodies.length)
    }
    expect(bodies).toEqual(Array(3).fill(bodies[0]))
    expect(bodies[0]).toMatchObject({ code: 'invalid_login', request_id: 'same' })
    const costs = hashing.mock.calls.map(([{ memory, passes, parallelism }]) => [memory, passes, parallelism])
    expect(costs).toEqual(Array(3).fill(costs[0]))
  })

  test.each([
    [{ password: PASSWORD.toUpperCase() }],
    [{ password: `${PASSWORD} ` }],
    [{ email: "' or 1=1 --@example.com".replaceAll(' ', '') }],
    [{ password: '\u{1F600}'.repeat(256) }],
  ])('refuses %j', async (body) => {
    await expect(signIn(body)).rejects.toEqual(refusal(401, 'invalid_login'))
  })

  test.each([
    [{ email: 'not an email' }, 'email', 'string_pattern_mismatch'],
    [{ email: `${'a'.repeat(243)}@example.com` }, 'email', 'string_too_long'],
    [{ email: ['ada@example.com'] }, 'email', 'string_type'],
    [{ password: '' }, 'password', 'string_too_short'],
    [{ password: 'x'.repeat(257) }, 'password', 'string_too_long'],
    [{ password: undefined }, 'password', 'missing'],
  ])('does not take %j', async (body, field, type) => {
    await expect(signIn(body)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', field], type }],
    })
  })

  test('ends after 30 days', async () => {
    const { token } = (await signIn()).body
    app.clock.move(30 * 86_400 - 60)
    await app.as(token).session.read()
    app.clock.move(61)
    await expect(app.as(token).session.read()).rejects.toEqual(INVALID)
  })
})

describe('session.create at an https address', () => {
  test('names and marks its cookie as secure', async () => {
    const secure = await startApp({ base_url: 'https://atrium.example', database_url: app.databaseUrl })
    const body = { email: ada.email, password: PASSWORD }
    const { headers } = await secure.anonymous.request(operations.session.create, { body })
    const [value = '', ...flags] = headers.getSetCookie()[0]?.split('; ') ?? []
    expect(value).toMatch(/^__Host-atrium=ses_/)
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    const read = (cookie: string) => fetch(`${secure.baseUrl}/api/auth/me`, { headers: { cookie } })
    expect((await read(value)).status).toBe(200)
    expect((await read(value.replace('__Host-', ''))).status).toBe(401)
  })
})

describe('the limits of session.create', () => {
  test('count an email from one address, an address, and an email from everywhere', {
    tags: 'slow',
  }, async () => {
    // Fewer than usual: each try costs a hash.
    const rate_limits = new Map([
      ['session.create', 6],
      ['session.create by address and email', 2],
      ['session.create by email', 5],
    ])
    const limited = await startApp({ trust_proxy: true, rate_limits })
    const attempt = async (from: string, email: string) => {
      const answer = await fetch(`${limited.baseUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ email, password: 'wrong' }),
      })
      return { status: answer.status, code: (await answer.json()).code, headers: answer.headers }
    }
    for (let i = 0; i < 6; i++) expect((await attempt('192.0.2.1', `${i}@example.com`)).status).toBe(401)
    const over = await attempt('192.0.2.1', 'other@example.com')
    expect(over).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)

    // However it is written. Who tries too often is refused, and keeps nobody else out.
    for (let i = 0; i < 2; i++) expect((await attempt('198.51.100.1', 'Ada@example.com')).status).toBe(401)
    for (let i = 0; i < 3; i++) expect((await attempt('198.51.100.1', 'aDA@example.com')).status).toBe(429)
    for (const from of ['198.51.100.2', '198.51.100.3', '198.51.100.4'])
      expect((await attempt(from, 'ada@example.com')).status).toBe(401)
    expect((await attempt('198.51.100.5', 'ada@example.com')).status).toBe(429)
    for (const other of ['bob@example.com', ...LONGEST_EMAILS])
      expect(await attempt('198.51.100.99', other)).toMatchObject({ status: 401, code: 'invalid_login' })
  })
})

describe('session.delete', () => {
  test('ends the session at once and clears its cookie', async () => {
    const { body, headers } = await signIn()
    const other = (await signIn()).body.token
    await app.as(body.token).session.read()
    const answer = await withCookie('/api/auth/logout', cookieOf(headers), { method: 'POST' })
    expect([answer.status, await answer.json()]).toEqual([200, { signed_out: true }])
    expect(answer.headers.get('set-cookie')).toBe('atrium=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    await expect(app.as(body.token).session.read()).rejects.toEqual(INVALID)
    expect((await withCookie('/api/auth/me', cookieOf(headers))).status).toBe(401)
    expect((await app.as(other).session.read()).id).toBe(ada.id)
  })

  test('refuses what is no session, which goes on working', async () => {
    const person = await app.make.person('owner')
    const key = await app.make.credential({ kind: 'api_key', user_id: person.id })
    for (const secret of [person.token, key.secret]) {
      await expect(app.as(secret).session.delete()).rejects.toEqual(refusal(400, 'not_a_session'))
      expect((await app.as(secret).session.read()).id).toBe(person.id)
    }
  })
})

describe('session.read and workspaces.list', () => {
  test('a session sees all its workspaces in the order of joining, a token its own', async () => {
    const person = await app.make.person('owner')
    const [later, suspended, invited] = [
      await app.make.workspace({ plan: 'free' }),
      await app.make.workspace(),
      await app.make.workspace(),
    ]
    const user = { ...person, full_name: 'Test Person' }
    const joined_date = new Date(app.clock.now().getTime() + 1000)
    await app.make.membership(later.id, user, 'guest', { joined_date })
    await app.make.membership(suspended.id, user, 'owner', { access_state: 'suspended' })
    await app.make.membership(invited.id, user, 'owner', {
      user_id: null,
      status: 'pending',
      access_state: 'invited',
    })
    const own = {
      id: person.workspace_id,
      name: 'Test',
      user_role: 'owner',
      subscription_tier: 'business',
      is_enterprise: false,
    }
    const given = { ...own, id: later.id, user_role: 'guest', subscription_tier: 'free' }
    const session = await app.make.session(person)
    for (const [secret, workspaces] of [
      [session, [own, given]],
      [person.token, [own]],
    ] as const) {
      expect(await app.as(secret).workspaces.list()).toEqual({ workspaces })
      expect(await app.as(secret).session.read()).toEqual({
        id: person.id,
        email: person.email,
        full_name: 'Test Person',
        workspaces,
      })
    }
  })

  test('someone without a workspace has none, and no workspace operation', async () => {
    const user = await app.make.user()
    const client = app.as(await app.make.session({ ...user, workspace_id: '', token: '' }))
    expect(await client.workspaces.list()).toEqual({ workspaces: [] })
    expect((await client.session.read()).workspaces).toEqual([])
    await expect(client.apps.list()).rejects.toEqual(refusal(404, 'workspace_not_found'))
  })
})

test('no password and no token was logged', async () => {
  const { token } = (await signIn()).body
  await signIn({ password: 'a wrong one, but secret' }).catch(() => {})
  expect(logged.join('\n')).not.toMatch(/correct horse|a wrong one/)
  expect(logged.join('\n')).not.toContain(token)
})

/** Every line of every level, as detailed as it can be. */
function collectingLog(): Log {
  const note = (fields: object, message: string) => {
    logged.push(message, inspect(fields, { depth: 10 }))
  }
  return { debug: note, info: note, warn: note, error: note, child: collectingLog }
}
