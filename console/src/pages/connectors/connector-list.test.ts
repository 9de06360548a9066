import { describe, expect, test } from 'vitest'
import { categoriesOf, categoryOf, matches } from './connector-list.ts'
import { accountOf, describeCall, hasFailed, healthOf } from './connector-words.ts'
import { fieldFault } from './field-fault.ts'
import { inkOn } from './ink-on.ts'

const SHOP = {
  integration_type: 'shopify',
  display_name: 'Shopify',
  description: 'Read orders and products of a shop.',
  category: 'commerce' as const,
}

describe('the gallery', () => {
  test.each([
    ['nothing', {}, true],
    ['blanks', { search: '  ' }, true],
    ['a part of the name in capitals', { search: 'SHOP' }, true],
    ['words of different places', { search: 'orders shopify' }, true],
    ['a word that is nowhere', { search: 'shopify mail' }, false],
    ['the name of the category', { search: 'commerce' }, true],
    ['its category', { category: 'commerce' }, true],
    ['another category', { category: 'crm' }, false],
    ['a category that there is not, which is none', { category: 'constructor' }, true],
    ['its category and a word that is nowhere', { category: 'commerce', search: 'mail' }, false],
  ])('searched for %s', (_, view, isFound) => {
    expect(matches(SHOP, view)).toBe(isFound)
  })

  test('offers the categories that have a connector', () => {
    expect(categoriesOf([SHOP, SHOP, { category: 'files' }])).toEqual([
      { id: 'files', label: 'Files (1)' },
      { id: 'commerce', label: 'Commerce (2)' },
    ])
    expect(categoryOf('files')).toBe('files')
    expect(categoryOf(null)).toBeUndefined()
  })
})

describe('a value of a field', () => {
  const FIELD = {
    name: 'subdomain',
    display_name: 'Shop name',
    description: '',
    placeholder: 'acme-store',
    required: true,
    validation_pattern: '^[a-z0-9][a-z0-9-]{0,9}$',
    validation_error: 'Only the name.',
  }
  test.each([
    ['acme', null],
    [' acme ', null],
    ['ACME', null],
    ['', 'This is needed.'],
    ['   ', 'This is needed.'],
    ['acme_store', 'Only the name.'],
    ['much-too-long-a-name', 'Only the name.'],
    // The server reads the name out of it.
    ['https://acme.myshopify.com/admin', null],
    ['acme.myshopify.com', null],
  ])('%j', (value, fault) => {
    expect(fieldFault(FIELD, value)).toBe(fault)
  })
  test('may be left out where it is not needed', () => {
    expect(fieldFault({ ...FIELD, required: false }, '')).toBeNull()
  })
  test('is left to the server where the pattern cannot be read', () => {
    expect(fieldFault({ ...FIELD, validation_pattern: '^(' }, 'acme')).toBeNull()
  })
})

test('the health of a connection is said by what matters most', () => {
  const at = '2026-11-17T09:30:00.000Z'
  expect(healthOf({ status: 'active', failing_since: null })).toMatchObject({ tone: 'good', label: 'Active' })
  expect(healthOf({ status: 'active', failing_since: at })).toMatchObject({
    tone: 'caution',
    label: 'Failing',
  })
  expect(healthOf({ status: 'expired', failing_since: at })).toMatchObject({
    tone: 'danger',
    label: 'Expired',
  })
  expect(healthOf({ status: 'disconnected', failing_since: null })).toMatchObject({ label: 'Disconnected' })
})

test('an account is named once', () => {
  expect(accountOf({ account_name: 'Acme', user_email: 'a@example.com' })).toBe('Acme · a@example.com')
  expect(accountOf({ account_name: 'a@example.com', user_email: 'a@example.com' })).toBe('a@example.com')
  expect(accountOf({ account_name: null })).toBeNull()
})

test('a call failed when the service refused or did not answer', () => {
  expect(hasFailed({ status: 200, error_code: null })).toBe(false)
  expect(hasFailed({ status: 404, error_code: null })).toBe(true)
  expect(hasFailed({ status: null, error_code: 'connector_timed_out' })).toBe(true)
  expect(describeCall({ status: 200, error_code: null })).toBe('Answered 200')
  expect(describeCall({ status: null, error_code: 'connector_timed_out' })).toBe('No answer in time')
  expect(describeCall({ status: null, error_code: 'something_new' })).toBe('No answer')
})

test('letters are read on light and on dark colours', () => {
  expect(inkOn('#ffffff')).toBe('#000000')
  expect(inkOn('#ffe01b')).toBe('#000000')
  // White on it would be too faint.
  expect(inkOn('#286efa')).toBe('#000000')
  expect(inkOn('#1a1a1a')).toBe('#ffffff')
  expect(inkOn('#334155')).toBe('#ffffff')
})
