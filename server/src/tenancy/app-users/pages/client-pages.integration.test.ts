/** Where browsers are led that come from client libraries: they know the address of the app, not its id. */
import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const BASE = 'https://atrium.example.com'
const app = useApp({ rate_limits: 'off', base_url: BASE })
const { owner } = useTeam(app)
let at: { app_id: string }
let home: string
let count = 0

beforeEach(async () => {
  at = { app_id: (await app.make.app(owner)).id }
  home = `https://shop-${count++}.example.com`
  await app.as(owner).apps.update(at, { published_url: home })
})

async function lead(path: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const address = `${app.baseUrl}${path}?${new URLSearchParams(query)}`
  const answer = await fetch(address, { redirect: 'manual', headers })
  const text = await answer.text()
  const { headers: sent, status } = answer
  return { status, sent, to: sent.get('location'), code: text === '' ? null : JSON.parse(text).code }
}

const LOGIN = '/login'
const LOGOUT = '/api/apps/auth/logout'
const REFUSED = { status: 400, to: null, code: 'address_not_allowed' }

test('the sign-in page of the app is found by the address to come back to', async () => {
  const { status, to, sent } = await lead(LOGIN, { from_url: `${home}/cart?a=1#b` })
  const query = new URLSearchParams({ from_url: `${home}/cart?a=1#b` })
  expect([status, to]).toEqual([303, `${BASE}/apps-sign-in/${at.app_id}?${query}`])
  expect([sent.get('cache-control'), sent.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
})

test('signing out leads back to the app, and leaves a session of Atrium as it is', async () => {
  const cookie = `__Host-atrium=${await app.make.session(owner)}`
  for (const from_url of [home, `${home}/`, `${home}/a/b?c=d`]) {
    const { status, to, sent } = await lead(LOGOUT, { from_url }, { cookie })
    expect([status, to, sent.get('set-cookie')]).toEqual([303, new URL(from_url).href, null])
  }
  const me = await fetch(`${app.baseUrl}/api/auth/me`, { headers: { cookie } })
  expect(me.status).toBe(200)
})

describe.each([LOGIN, LOGOUT])('%s', (path) => {
  test.each([
    (home: string) => `${home}.evil.test`,
    (home: string) => `${home}@evil.test`,
    (home: string) => `https://evil.test/${home}`,
    (home: string) => home.replace('https:', 'http:'),
    () => 'https://evil.test',
    () => '//evil.test',
    () => '\\\\evil.test',
    () => 'javascript:alert(1)',
    () => '/cart',
    () => BASE,
  ])('leads nowhere but to an app (%#)', async (addressOf) => {
    const from_url = addressOf(home)
    expect(await lead(path, { from_url })).toMatchObject(REFUSED)
    expect(await lead(path, { from_url, ...at })).toMatchObject(REFUSED)
  })

  test('leads to no app that is deleted, or that is not the one named', async () => {
    const other = (await app.make.app(owner)).id
    expect(await lead(path, { from_url: home, app_id: other })).toMatchObject(REFUSED)
    expect(await lead(path, { from_url: home, app_id: 'app_unknown' })).toMatchObject(REFUSED)
    expect(await lead(path, { from_url: home, ...at })).toMatchObject({ status: 303 })
    await app.as(owner).apps.delete(at)
    expect(await lead(path, { from_url: home })).toMatchObject(REFUSED)
  })

  test('takes the allowed origins of an app that is named', async () => {
    const from_url = 'https://preview.example.com/x'
    await app.as(owner).sign_in_settings.update(at, { allowed_origins: ['https://preview.example.com'] })
    expect(await lead(path, { from_url })).toMatchObject(REFUSED)
    expect(await lead(path, { from_url, ...at })).toMatchObject({ status: 303 })
  })

  test('tells apps at one origin apart by their paths', async () => {
    const second = { app_id: (await app.make.app(owner)).id }
    await app.as(owner).apps.update(at, { published_url: `${home}/sites/one/` })
    await app.as(owner).apps.update(second, { published_url: `${home}/sites/two` })
    for (const [place, { app_id }] of [
      ['one/a/b', at],
      ['two/c', second],
    ] as const) {
      const { to } = await lead(path, { from_url: `${home}/sites/${place}` })
      expect(to).toContain(path === LOGIN ? app_id : place)
    }
    expect(await lead(path, { from_url: `${home}/sites/three` })).toMatchObject(REFUSED)
  })
})

test('an app that claims the address of another gets none of its people', async () => {
  const claiming = { app_id: (await app.make.app(owner)).id }
  await app.as(owner).apps.update(claiming, { published_url: home })
  expect(await lead(LOGIN, { from_url: home })).toMatchObject(REFUSED)
  expect((await lead(LOGIN, { from_url: home, ...at })).to).toContain(at.app_id)
  expect(await lead(LOGOUT, { from_url: home })).toMatchObject({ status: 303, to: `${home}/` })
})
