import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginPage } from './login-page.ts'

const OURS = 'https://shop.test/cart?a=1'
let stored: Map<string, string>
let setToken: ReturnType<typeof vi.fn<(token: string) => void>>
let assigned: string[]

beforeEach(() => {
  stored = new Map()
  setToken = vi.fn<(token: string) => void>()
  assigned = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  at(OURS)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function at(href: string) {
  const location = { href, assign: (to: string) => assigned.push(to) }
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => {
      location.href = to
    },
  })
}

const page = (baseUrl = 'https://atrium.test') =>
  loginPage({ app_id: 'app_1', baseUrl, emailOf: async (token) => `${token}@example.com`, setToken })
const sent = () => new URL(assigned.at(-1) ?? '').searchParams

describe('the way to the sign-in page', () => {
  test('leads to the one that Atrium serves, and back to this page', () => {
    page().redirectToLogin()
    expect(assigned[0]).toMatch(/^https:\/\/atrium\.test\/apps-sign-in\/app_1\?/)
    expect(sent().get('from_url')).toBe(OURS)
    expect(sent().get('state')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('leads to the app’s own page where it has one, and back to where it says', () => {
    page('').redirectToLogin('/orders', { page: '/login' })
    expect(assigned[0]).toMatch(/^https:\/\/shop\.test\/login\?/)
    expect(sent().get('from_url')).toBe('https://shop.test/orders')
  })

  test('leads to a provider of the app', () => {
    page().loginWithProvider('google', '/orders')
    expect(assigned[0]).toMatch(/^https:\/\/atrium\.test\/api\/apps\/app_1\/auth\/google\/login\?/)
    expect(sent().get('from_url')).toBe('https://shop.test/orders')
    expect(sent().get('state')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('brings nothing back there that an earlier sign-in left in the address', () => {
    at('https://shop.test/cart#/deep&access_token=aps_old&state=x')
    page().redirectToLogin()
    expect(sent().get('from_url')).toBe('https://shop.test/cart#/deep')
  })
})

describe('the way back', () => {
  test('signs in whom this browser sent, without a question, once', async () => {
    const confirm = vi.fn(() => false)
    page().redirectToLogin()
    const state = sent().get('state')
    at(`${OURS}#access_token=aps_1&state=${state}`)
    expect(await page().signInFromAddress({ confirm })).toBe('aps_1')
    expect(setToken).toHaveBeenCalledWith('aps_1')
    expect(location.href).toBe(OURS)
    at(`${OURS}#access_token=aps_2&state=${state}`)
    expect(await page().signInFromAddress({ confirm })).toBeNull()
    expect(confirm).toHaveBeenCalledWith('aps_2@example.com')
  })

  test('knows whom it sent from several tabs, the latest ten, and only for the same app', async () => {
    const confirm = vi.fn(() => false)
    const states = Array.from({ length: 11 }, () => {
      page().redirectToLogin()
      return sent().get('state')
    })
    const other = { app_id: 'app_2', baseUrl: 'https://atrium.test', emailOf: async () => 'a@b', setToken }
    at(`${OURS}#access_token=aps_1&state=${states[5]}`)
    expect(await loginPage(other).signInFromAddress({ confirm })).toBeNull()
    expect(confirm).toHaveBeenCalledTimes(1)
    for (const [n, state] of states.entries()) {
      at(`${OURS}#access_token=aps_${n}&state=${state}`)
      expect(await page().signInFromAddress({ confirm })).toBe(n === 0 ? null : `aps_${n}`)
    }
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  test('asks before it signs in somebody whom nobody sent, and takes the token out of the address', async () => {
    for (const address of [`${OURS}&access_token=aps_3`, `${OURS}#access_token=aps_3&state=unknown`]) {
      at(address)
      expect(await page().signInFromAddress({ confirm: () => false })).toBeNull()
      expect(setToken).not.toHaveBeenCalled()
      expect(location.href).toBe(OURS)
    }
    at(`${OURS}&access_token=aps_3`)
    expect(await page().signInFromAddress({ confirm: async () => true })).toBe('aps_3')
  })

  test('is no way in after an hour, or where nothing can be asked', async () => {
    vi.useFakeTimers()
    page().redirectToLogin()
    vi.advanceTimersByTime(60 * 60_000)
    at(`${OURS}#access_token=aps_4&state=${sent().get('state')}`)
    expect(await page().signInFromAddress()).toBeNull()
    vi.useRealTimers()
  })

  test('keeps what else is behind the #, and an address without a token', async () => {
    page().redirectToLogin('https://shop.test/#/cart')
    at(`https://shop.test/#/cart&access_token=aps_5&state=${sent().get('state')}`)
    expect(await page().signInFromAddress()).toBe('aps_5')
    expect(location.href).toBe('https://shop.test/#/cart')
    expect(await page().signInFromAddress()).toBeNull()
    expect(location.href).toBe('https://shop.test/#/cart')
  })

  test('works where the browser stores nothing: then it asks', async () => {
    vi.stubGlobal('localStorage', undefined)
    page().redirectToLogin()
    at(`${OURS}#access_token=aps_6&state=${sent().get('state')}`)
    expect(await page().signInFromAddress({ confirm: () => true })).toBe('aps_6')
  })
})
