import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const PAGE = 'http://atrium.test:8787/apps-sign-in/app_1/provider-return?from_url=x'
let stored: Map<string, string>
let shown: string

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** As the bundle starts at an address. */
async function startAt(href: string) {
  const { pathname, search, hash } = new URL(href)
  shown = href
  vi.stubGlobal('window', { location: { href, pathname, search, hash } })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => {
      shown = new URL(to, href).href
    },
  })
  vi.resetModules()
  return import('./provider-return.ts')
}

async function leave() {
  const { providerAddress } = await startAt('http://atrium.test:8787/apps-sign-in/app_1')
  return new URL(providerAddress('/api/apps/app_1/auth/google/login', 'provider-return?from_url=x'))
}

test('the way to a provider is found without https too, and leads back to our page', async () => {
  // As browsers have it on pages that came without TLS.
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) })
  const { origin, pathname, searchParams } = await leave()
  expect(origin + pathname).toBe('http://atrium.test:8787/api/apps/app_1/auth/google/login')
  expect(searchParams.get('from_url')).toBe('http://atrium.test:8787/apps-sign-in/provider-return?from_url=x')
  expect(searchParams.get('state')).toBe('07'.repeat(16))
})

describe('what a provider brought', () => {
  test('signs in whom this tab sent, once, and leaves the address', async () => {
    const state = (await leave()).searchParams.get('state')
    const back = `${PAGE}#access_token=aps_1&state=${state}`
    expect((await startAt(back)).broughtByProvider).toEqual({ access_token: 'aps_1' })
    expect(shown).toBe(PAGE)
    expect((await startAt(back)).broughtByProvider).toEqual({ error: 'not_asked' })
    expect(shown).toBe(PAGE)
  })

  test.each(['#access_token=aps_1', '#access_token=aps_1&state=other', '#error=x'])(
    'signs nobody in whom this tab did not send so: %s',
    async (hash) => {
      expect((await startAt(PAGE + hash)).broughtByProvider).toEqual({ error: 'not_asked' })
      await leave()
      expect((await startAt(PAGE + hash)).broughtByProvider).toEqual({ error: 'not_asked' })
      expect(stored.size).toBe(0)
      expect(shown).toBe(PAGE)
    },
  )

  test('may be a reason why not, and is looked for at no other address', async () => {
    const state = (await leave()).searchParams.get('state')
    const other = `http://atrium.test:8787/apps-sign-in/app_1#access_token=aps_1&state=${state}`
    expect((await startAt(other)).broughtByProvider).toBeNull()
    expect(shown).toBe(other)
    expect((await startAt(PAGE)).broughtByProvider).toBeNull()
    const refused = await startAt(`${PAGE}#error=access_denied&state=${state}`)
    expect(refused.broughtByProvider).toEqual({ error: 'access_denied' })
  })
})
