import { type DefinedField, MAX_FIELD_VALUE } from '@atrium/contract/connector-definition'
import { MASKED } from '@atrium/contract/secrets'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomRuns } from '../../../../test/random-runs.ts'
import { createAddressRules } from '../../../ports/outbound-http/address-rules.ts'
import { checkTargetUrl } from '../../../ports/outbound-http/target-url.ts'
import { normaliseValue } from './normalise-value.ts'
import { readValues } from './read-values.ts'

const field = (name: string, fields: Partial<DefinedField> = {}): DefinedField => ({
  name,
  display_name: name,
  description: '',
  placeholder: '',
  required: false,
  validation_pattern: '^.+$',
  validation_error: `Enter a good ${name}.`,
  ...fields,
})
const SHOP = field('shop', {
  kind: 'label',
  suffix: '.myshopify.com',
  validation_pattern: '^[a-z0-9][a-z0-9-]{0,99}$',
})
const HOST = '^[a-z0-9][a-z0-9.-]{0,199}$'
const ACCOUNT = field('account', { kind: 'host', suffix: '.example.com', validation_pattern: HOST })
const SERVER = field('server', { kind: 'host', validation_pattern: HOST })
const REGION = field('region', { kind: 'choice', validation_pattern: '^(eu|us)$' })
const KEY = field('key', { is_secret: true, required: true, validation_pattern: '^sk_[A-Za-z0-9_*]+$' })
const NOTE = field('note', { validation_pattern: '^[\\s\\S]*$' })

const rules = createAddressRules({ allow: [], ownAddresses: () => [] })
const checkTarget = (text: string) => checkTargetUrl(text, rules)
const NONE = { config: {}, secrets: {} }
const read = (fields: DefinedField[], given: Record<string, string>, saved = NONE) =>
  readValues({ fields }, given, saved, checkTarget)
const faultsOf = (result: ReturnType<typeof read>) =>
  'faults' in result ? result.faults.map(({ loc, type, msg }) => [loc.join('.'), type, msg]) : []
const kept = (one: DefinedField, typed: string) => {
  const result = read([one], { [one.name]: typed })
  return 'values' in result ? (result.values.config[one.name] ?? null) : 'refused'
}

describe('a value is normalised before it is checked', () => {
  test.each([
    ['acme', 'acme'],
    ['  Acme\u00a0', 'acme'],
    ['\u200b\ufeffacme\u2060\u200d', 'acme'],
    ['https://acme.myshopify.com/admin?x=1', 'acme'],
    ['HTTPS://ACME.MYSHOPIFY.COM.', 'acme'],
    ['http://acme.myshopify.com:443#top', 'acme'],
    ['//acme.myshopify.com', 'acme'],
    ['https://https://acme.myshopify.com', 'acme'],
    ['acme/', 'acme'],
    ['acme\\x', 'acme'],
  ])('the label %j is %j', (typed, expected) => expect(kept(SHOP, typed)).toBe(expected))

  test.each([
    ['Acme.Example.com', 'acme.example.com'],
    ['https://acme.example.com:443/login?next=%2f', 'acme.example.com'],
    ['acme.example.com.', 'acme.example.com'],
  ])('the host %j is %j', (typed, expected) => expect(kept(ACCOUNT, typed)).toBe(expected))

  test('a choice is compared in small letters, a text is only trimmed, and nothing left is no value', () => {
    expect(kept(REGION, ' EU ')).toBe('eu')
    expect(kept(NOTE, '\t Two  Words \u00a0')).toBe('Two  Words')
    expect(kept(NOTE, ' \u200b ')).toBe(null)
    expect(kept(SHOP, '.myshopify.com')).toBe(null)
  })
})

describe('refused is', () => {
  test.each([
    'acme.elsewhere.example',
    'acme.myshopify.com.evil.example',
    'https://user@acme.myshopify.com',
    'https://acme.myshopify.com:8443',
    'ftp://acme.myshopify.com',
    'javascript://acme',
    'ac\u200bme',
    'ac me',
    'acme:1:2',
    '-acme',
  ])('the label %j', (typed) => expect(kept(SHOP, typed)).toBe('refused'))

  test.each([
    'example.com',
    'acme-example.com',
    'evil.example/.example.com',
    'evil.example#.example.com',
    'evil.example\\.example.com',
    'evil.example%2f.example.com',
    'evil.example?.example.com',
    'acme.example.com@evil.example',
    'acme.example.com:5432',
  ])('the host %j, which is none of the service', (typed) => expect(kept(ACCOUNT, typed)).toBe('refused'))

  test.each([
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '10.1.2.3',
    '169.254.169.254',
    'localhost',
    'db.internal',
    '[::1]',
    '8.8.2056',
  ])('the host %j of one’s own, which is private or odd', (typed) => {
    expect(kept(SERVER, typed)).toBe('refused')
    expect(kept(SERVER, 'git.acme.example')).toBe('git.acme.example')
  })

  test('what does not fit, with the sentence of its field and at its place', () => {
    expect(faultsOf(read([REGION, KEY], { region: 'asia' }))).toEqual([
      ['body.connection_config.region', 'string_pattern_mismatch', 'Enter a good region.'],
      ['body.connection_config.key', 'missing', 'Enter a good key.'],
    ])
    expect(faultsOf(read([KEY], { key: ' ' }))[0]?.[1]).toBe('missing')
    expect(kept(field('part', { validation_pattern: 'eu|us' }), 'europe')).toBe('refused')
    expect(kept(NOTE, 'a\nb')).toBe('refused')
    expect(kept(NOTE, 'a\ud800')).toBe('refused')
  })

  test('a field that the connector does not have, also one that objects have', () => {
    const given = JSON.parse('{"__proto__": "x", "constructor": "y", "other": "z"}')
    expect(faultsOf(read([NOTE], given)).map(([loc]) => loc)).toEqual([
      'body.connection_config.__proto__',
      'body.connection_config.constructor',
      'body.connection_config.other',
    ])
    expect(faultsOf(read([NOTE], { ['x'.repeat(5_000)]: '' }))[0]?.[0]).toHaveLength(128 + 23)
  })

  test('a long value, before any pattern is tried', () => {
    const slow = field('slow', { validation_pattern: '^(a+)+$' })
    const typed = `${'a'.repeat(MAX_FIELD_VALUE)}!`
    expect(faultsOf(read([slow], { slow: typed }))[0]?.[1]).toBe('string_too_long')
    expect(kept(NOTE, 'a'.repeat(MAX_FIELD_VALUE))).toHaveLength(MAX_FIELD_VALUE)
  })
})

describe('a secret value', () => {
  const saved = { config: { key: 'other' }, secrets: { key: 'sk_saved' } }
  test('is kept apart, and stays the saved one when it comes back masked', () => {
    expect(read([KEY], { key: ' sk_new ' })).toEqual({ values: { config: {}, secrets: { key: 'sk_new' } } })
    expect(read([KEY], { key: MASKED }, saved)).toEqual({
      values: { config: {}, secrets: { key: 'sk_saved' } },
    })
  })
  test('is entered again when it would go to another address', () => {
    const before = { config: { shop: 'acme' }, secrets: { key: 'sk_saved' } }
    const same = read([SHOP, KEY], { shop: 'https://acme.myshopify.com', key: MASKED }, before)
    expect(same).toEqual({ values: before })
    expect(faultsOf(read([SHOP, KEY], { shop: 'other', key: MASKED }, before))).toEqual([
      ['body.connection_config.key', 'secret_of_other_address', expect.stringContaining('again')],
    ])
    expect(read([SHOP, KEY], { shop: 'other', key: 'sk_new' }, before)).toHaveProperty('values')
  })
  test('that is masked and was never saved is missing, and one left out is not kept', () => {
    expect(faultsOf(read([KEY], { key: MASKED }))[0]?.[1]).toBe('missing')
    expect(faultsOf(read([KEY], {}, saved))[0]?.[1]).toBe('missing')
    const open = { ...KEY, is_secret: false, validation_pattern: '^[*]+$' }
    expect(kept(open, MASKED)).toBe(MASKED)
  })
})

describe('whatever is typed', () => {
  const FIELDS = [SHOP, ACCOUNT, SERVER, REGION, KEY, NOTE]
  const Piece = fc.constantFrom(
    ...[
      'https://',
      'HTTP://',
      '//',
      '.myshopify.com',
      '.example.com',
      'acme',
      'EU',
      'sk_1',
      ':443',
      ':22',
      '@',
    ],
    ...[
      '/',
      '\\',
      '?',
      '#',
      '.',
      ' ',
      '\u00a0',
      '\u200b',
      '\0',
      '\ud800',
      '127.0.0.1',
      '[::1]',
      '%2e',
      'İ',
      '*',
    ],
  )
  const Typed = fc.oneof(
    fc
      .array(fc.oneof(Piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })
      .map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )

  test('nothing is thrown, what is kept fits its pattern, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), Typed, (one, typed) => {
        const normal = normaliseValue(one, typed)
        if (normal !== null) expect(normaliseValue(one, normal)).toBe(normal)
        const given = { [one.name]: typed }
        const result = read([one], given)
        if ('faults' in result) {
          expect(result.faults.map(({ loc }) => loc[2])).toEqual([one.name])
          return
        }
        const { config, secrets } = result.values
        for (const value of Object.values({ ...config, ...secrets })) {
          expect(value).toMatch(new RegExp(one.validation_pattern))
          if (one === ACCOUNT) expect(value.endsWith('.example.com')).toBe(true)
          if (one === SERVER) expect(checkTarget(`https://${value}/`).ok).toBe(true)
        }
        expect(read([one], { ...config, ...secrets })).toEqual(result)
      }),
      { numRuns: randomRuns(3_000) },
    )
  })
})
