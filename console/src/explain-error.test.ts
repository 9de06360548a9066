import { ApiError, ConnectionError } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { explainError, isMissing, isSignedOut, isUnreachable } from './explain-error.ts'

const refusal = (status: number, code: string, more: object = {}, headers = {}) =>
  new ApiError(status, new Headers(headers), { code, message: `About ${code}.`, ...more })

describe('a session', () => {
  test.each([
    ['invalid_credentials', 401, true],
    ['missing_credentials', 401, true],
    ['invalid_login', 401, false],
    ['second_factor_required', 401, false],
    ['invalid_second_factor', 401, false],
    ['invalid_passkey', 401, false],
    ['editor_required', 403, false],
  ])('after %s (%i) is over: %s', (code, status, isOver) => {
    expect(isSignedOut(refusal(status, code))).toBe(isOver)
  })
})

test.each([
  'Failed to fetch dynamically imported module: http://a/b.js',
  'error loading dynamically imported module: http://a/b.js',
  'Importing a module script failed.',
])('no answer came, and no part of the console, in the words of each browser: %s', (message) => {
  expect(isUnreachable(new TypeError(message))).toBe(true)
  expect(isUnreachable(new Error(message))).toBe(false)
  expect(isUnreachable(new TypeError('x is undefined'))).toBe(false)
  expect(isUnreachable(new ConnectionError('http://a', 'cut off', null))).toBe(true)
})

test('only what is not there is missing', () => {
  expect([404, 403, 410].map((status) => isMissing(refusal(status, 'x')))).toEqual([true, false, false])
})

describe('a refusal', () => {
  test('of several fields says at each what to do, and of none what the server says', () => {
    const detail = [
      { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'items', 0, 'size'], msg: 'Too large', type: 'less_than_equal' },
      { loc: ['body'], msg: 'No', type: 'value_error' },
    ]
    const { fields, message } = explainError(refusal(422, 'validation_error', { detail }))
    expect(Object.keys(fields)).toEqual(['name', 'items'])
    expect(fields.items).toBe('Too large')
    expect(fields.name).not.toBe('Field required')
    expect(message).not.toContain('validation_error')
    const whole = explainError(refusal(422, 'validation_error', { detail: detail.slice(2) }))
    expect(whole).toMatchObject({ fields: {}, message: 'About validation_error.' })
  })

  test('of too many requests counts the seconds, but not those of a day or of a lock', () => {
    const wait = (code: string) => explainError(refusal(429, code, {}, { 'retry-after': '41' })).message
    expect(wait('rate_limited')).toContain('41')
    for (const code of ['daily_quota_exceeded', 'second_factor_locked'])
      expect(wait(code)).not.toContain('41')
    expect(explainError(refusal(429, 'any_other')).message).toBe('About any_other.')
  })
})
