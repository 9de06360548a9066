import { ApiError } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import {
  asDefinition,
  BLANK,
  faultsOf,
  NEW_FIELD,
  patternFault,
  typeFor,
  withItem,
  withMode,
  withOptional,
} from './edit-definition.ts'

describe('the type of a connector', () => {
  test.each([
    ['Acme ERP 2', 'acme-erp-2'],
    ['  Café & Co.  ', 'cafe-co'],
    ['24 hours', 'hours'],
    ['日本', ''],
    ['x'.repeat(90), 'x'.repeat(63)],
  ])('of %j', (name, type) => {
    expect(typeFor(name)).toBe(type)
  })
})

test('another way to sign in brings the fields that it needs, and keeps the others', () => {
  const region = { ...NEW_FIELD, name: 'region' }
  const before = { ...BLANK, fields: [region, ...BLANK.fields] }
  expect(withMode(before, 'api_key')).toBe(before)
  const oauth = withMode(before, 'oauth2')
  expect(oauth.auth.mode).toBe('oauth2')
  expect(oauth.fields.map(({ name }) => name)).toEqual(['region'])
  const credentials = withMode(oauth, 'client_credentials')
  expect(credentials.fields.map(({ name, is_secret }) => [name, is_secret])).toEqual([
    ['region', undefined],
    ['client_id', false],
    ['client_secret', true],
  ])
  expect(withMode(credentials, 'api_key').fields.map(({ name }) => name)).toEqual(['region', 'api_key'])
})

test('lists are changed at one place', () => {
  expect(withItem(['a', 'b'], 1, 'c')).toEqual(['a', 'c'])
  expect(withItem(['a', 'b'], 0, null)).toEqual(['b'])
  const owner: { refresh_url?: string; other: number } = { refresh_url: 'x', other: 1 }
  expect(withOptional(owner, 'refresh_url', '')).toEqual({ other: 1 })
  expect(withOptional(owner, 'refresh_url', 'y')).toEqual({ refresh_url: 'y', other: 1 })
})

describe('what was read', () => {
  test.each([[null], [[]], ['text'], [7]])('%j is no definition', (value) => {
    expect(asDefinition(value)).toBeNull()
  })
  test('is shown as far as it goes, with all that the form does not know', () => {
    const read = asDefinition({
      display_name: 'Acme',
      auth: { mode: 'magic' },
      fields: [{ name: 'a' }, 3],
      scopes: 'none',
      api: { base_url: 'https://a.example.com', paging: { kind: 'link' } },
    })
    expect(read).toMatchObject({ display_name: 'Acme', auth: BLANK.auth, scopes: [], test: BLANK.test })
    expect(read?.fields).toEqual([{ ...NEW_FIELD, name: 'a' }])
    expect(read?.api).toEqual({ base_url: 'https://a.example.com', paging: { kind: 'link' } })
  })
})

test('refusals stand at their places', () => {
  const detail = [{ loc: ['body', 'fields', 0, 'name'], msg: 'Choose another.', type: 'value_error' }]
  const error = new ApiError(422, new Headers(), { code: 'validation_error', message: '', detail })
  expect(faultsOf(error)).toEqual([{ place: ['fields', 0, 'name'], message: 'Choose another.' }])
  expect(faultsOf(new Error('no'))).toEqual([])
})

test.each([
  ['', '', null],
  ['[a-z]+', 'abc', 'Begin it with ^ and end it with $.'],
  ['^[a-z]+$', 'abc', null],
  ['^[a-z]+$', 'ABC', 'The example does not fit this pattern.'],
  ['^[a-z+$', 'abc', 'This is no regular expression.'],
])('the pattern %j with the example %j', (validation_pattern, placeholder, fault) => {
  expect(patternFault({ ...NEW_FIELD, validation_pattern, placeholder })).toBe(fault)
})
