import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressWithToken, rememberedState, rememberState, searchOf, wayBackOf } from './way-back.ts'

const from_url = 'https://shop.test/cart'

describe('the way back', () => {
  test('is read from the address and handed on as it came', () => {
    const search = new URLSearchParams({ from_url, state: 'abc' })
    expect(wayBackOf(search)).toEqual({ from_url, state: 'abc' })
    expect(searchOf(wayBackOf(search))).toBe(`?${search}`)
    expect(searchOf(wayBackOf(new URLSearchParams()))).toBe('')
  })

  test.each(['', 'a b', 'a&b', 'a#b', 'x'.repeat(201), '<script>'])('takes no state %j', (state) => {
    expect(wayBackOf(new URLSearchParams({ state })).state).toBeUndefined()
  })

  test('brings the token behind the # with a state, else in the query', () => {
    expect(addressWithToken('https://a.test/x?y=1', 'aps_1', 's')).toBe(
      'https://a.test/x?y=1#access_token=aps_1&state=s',
    )
    expect(addressWithToken('https://a.test/#/cart', 'aps_1', 's')).toBe(
      'https://a.test/#/cart&access_token=aps_1&state=s',
    )
    expect(addressWithToken('https://a.test/x?access_token=old#y', 'aps_1', undefined)).toBe(
      'https://a.test/x?access_token=aps_1#y',
    )
  })
})

describe('a state that waits for a mailed link', () => {
  let stored: Map<string, string>
  beforeEach(() => {
    stored = new Map()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('is good once, for an hour, for its app and its address', () => {
    const remember = () => rememberState('app_1', { from_url, state: 'abc' }, 1_000)
    remember()
    expect(rememberedState('app_2', from_url, 1_001)).toBeUndefined()
    expect(rememberedState('app_1', from_url, 1_001)).toBe('abc')
    expect(rememberedState('app_1', from_url, 1_001)).toBeUndefined()
    remember()
    expect(rememberedState('app_1', 'https://shop.test/other', 1_001)).toBeUndefined()
    remember()
    expect(rememberedState('app_1', from_url, 1_000 + 3_600_000)).toBeUndefined()
  })

  test('is none where the browser stores nothing, or something else stands there', () => {
    stored.set('atrium.sign-in.app_1', 'not JSON')
    expect(rememberedState('app_1', from_url)).toBeUndefined()
    vi.stubGlobal('localStorage', undefined)
    rememberState('app_1', { from_url, state: 'abc' })
    expect(rememberedState('app_1', from_url)).toBeUndefined()
  })
})
