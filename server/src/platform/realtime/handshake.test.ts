import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { ApiError } from '../errors.ts'
import { addressOf, readHandshake } from './handshake.ts'

const request = (url: string, headers: Record<string, string> = {}) =>
  ({ url, headers, rawHeaders: [], socket: { remoteAddress: '10.0.0.1' } }) as unknown as IncomingMessage
const read = (query: string, headers = {}) => {
  try {
    return readHandshake(request(`/ws-user-apps/socket.io/?${query}`, headers), 'atrium', '10.0.0.1')
  } catch (error) {
    return (error as ApiError).code
  }
}

describe('a handshake', () => {
  test('names an app and may carry a token', () => {
    expect(read('EIO=4&app_id=app_1&token=abc')).toEqual({
      app_id: 'app_1',
      presented: { secret: 'abc', via: 'bearer' },
      visitor: { request_id: expect.any(String), address: '10.0.0.1' },
    })
  })

  test.each(['', '&token=', '&token=null', '&token=undefined'])('without a token: %j', (token) => {
    expect(read(`app_id=app_1${token}`)).toMatchObject({ presented: null })
  })

  test('prefers the token to headers, and headers to the cookie of our own pages', () => {
    const cookie = { cookie: 'atrium=ses_1' }
    const own = { ...cookie, 'sec-fetch-site': 'same-origin' }
    expect(read('app_id=a&token=t', { ...own, authorization: 'Bearer b' })).toMatchObject({
      presented: { secret: 't' },
    })
    expect(read('app_id=a', { ...own, authorization: 'Bearer b' })).toMatchObject({
      presented: { secret: 'b', via: 'bearer' },
    })
    expect(read('app_id=a', own)).toMatchObject({ presented: { secret: 'ses_1', via: 'cookie' } })
    expect(read('app_id=a', { ...cookie, 'sec-fetch-site': 'cross-site' })).toMatchObject({ presented: null })
    expect(read('app_id=a', { ...cookie, origin: 'https://evil.example', host: 'ours' })).toMatchObject({
      presented: null,
    })
  })

  test('is refused when it says two things, or none', () => {
    expect(read('app_id=a&app_id=b')).toBe('app_not_found')
    expect(read('app_id[]=a')).toBe('app_not_found')
    expect(read('')).toBe('app_not_found')
    expect(read('app_id=a&token=1&token=2')).toBe('invalid_credentials')
  })
})

describe('the address', () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 192.0.2.7' }
  test('is that of the connection', () => {
    expect(addressOf(request('/', forwarded), false)).toBe('10.0.0.1')
  })
  test('is what a trusted proxy added itself', () => {
    expect(addressOf(request('/', forwarded), true)).toBe('192.0.2.7')
    expect(addressOf(request('/'), true)).toBe('10.0.0.1')
  })
})
