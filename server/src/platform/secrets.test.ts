import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSecrets, hashSecret, makeSecret } from './secrets.ts'

const secrets = createSecrets('first key')

describe('a made secret', () => {
  test('says its kind, holds 256 bits and never comes twice', () => {
    const made = new Set(Array.from({ length: 1_000 }, () => makeSecret('pat')))
    expect(made.size).toBe(1_000)
    for (const secret of made) expect(secret).toMatch(/^pat_[\w-]{43}$/)
  })

  test('is kept as its SHA-256', () => {
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})

describe('a mark', () => {
  test('holds for the same text and purpose, and for no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (purpose, text, other) => {
        fc.pre(other !== text && other !== purpose)
        const mark = secrets.sign(purpose, text)
        expect(secrets.verify(purpose, text, mark)).toBe(true)
        expect(secrets.verify(purpose, other, mark)).toBe(false)
        expect(secrets.verify(other, text, mark)).toBe(false)
      }),
    )
  })

  test('holds for a purpose of any length, and not for the same text split elsewhere', () => {
    const long = 'x'.repeat(5_000)
    expect(secrets.verify(long, 'text', secrets.sign(long, 'text'))).toBe(true)
    expect(secrets.sign('ab', 'c')).not.toBe(secrets.sign('a', 'bc'))
    expect(secrets.sign('1 a', '')).not.toBe(secrets.sign('', '1 a'))
  })

  test.each(['', 'AAAA', 'x'.repeat(1_000), '\0', 'ключ'])('of %j is none', (mark) => {
    expect(secrets.verify('cursor', 'text', mark)).toBe(false)
  })
})

describe('what is sealed', () => {
  test('opens again, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(secrets.decrypt('token', secrets.encrypt('token', plain))).toBe(plain)
      }),
    )
  })

  test('never looks the same twice and does not show what it holds', () => {
    const [one, two] = [secrets.encrypt('token', 'hush hush'), secrets.encrypt('token', 'hush hush')]
    expect(one).not.toBe(two)
    expect(one).not.toContain(Buffer.from('hush').toString('base64url'))
  })

  test('does not open for another purpose or with another key', () => {
    const sealed = secrets.encrypt('token', 'hush')
    expect(() => secrets.decrypt('cookie', sealed)).toThrow()
    expect(() => createSecrets('other key').decrypt('token', sealed)).toThrow(/add the old key back/)
  })

  test('does not open when any part of it was changed or cut', () => {
    const sealed = secrets.encrypt('token', 'hush')
    const parts = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
    fc.assert(
      fc.property(fc.nat(2), fc.nat(40), fc.integer({ min: 1, max: 255 }), (part, at, change) => {
        const bytes = parts.map((one) => Buffer.from(one))
        const changed = bytes[part] as Buffer
        changed[at % changed.length] = (changed[at % changed.length] as number) ^ change
        expect(() =>
          secrets.decrypt('token', bytes.map((one) => one.toString('base64url')).join('.')),
        ).toThrow()
      }),
    )
    for (let length = 0; length < sealed.length; length++) {
      expect(() => secrets.decrypt('token', sealed.slice(0, length))).toThrow()
    }
  })

  test('does not open with a shortened authentication tag', () => {
    const [id, nonce, data = ''] = secrets.encrypt('token', '').split('.')
    const tag = Buffer.from(data, 'base64url')
    for (const length of [0, 4, 8, 12, 15]) {
      const cut = tag.subarray(0, length).toString('base64url')
      expect(() => secrets.decrypt('token', `${id}.${nonce}.${cut}`)).toThrow()
    }
  })
})

describe('a change of keys', () => {
  const old = createSecrets('first key')
  const rotated = createSecrets(' second key , first key ,')
  const renewed = createSecrets('second key')

  test('keeps what the old key signed and sealed, and uses the new one from then on', () => {
    expect(rotated.verify('cursor', 'text', old.sign('cursor', 'text'))).toBe(true)
    expect(rotated.decrypt('token', old.encrypt('token', 'hush'))).toBe('hush')
    expect(renewed.verify('cursor', 'text', rotated.sign('cursor', 'text'))).toBe(true)
    expect(renewed.decrypt('token', rotated.encrypt('token', 'hush'))).toBe('hush')
  })

  test('ends the old key once it is gone from the list', () => {
    expect(renewed.verify('cursor', 'text', old.sign('cursor', 'text'))).toBe(false)
    expect(() => renewed.decrypt('token', old.encrypt('token', 'hush'))).toThrow()
  })

  test.each(['', ' ', ',', ' , '])('a list of %j is no key', (text) => {
    expect(() => createSecrets(text)).toThrow(/SECRET_KEY is empty/)
  })
})
