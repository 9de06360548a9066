import fc from 'fast-check'
import { expect, test } from 'vitest'
import { responseText } from './response-text.ts'

test('short text stays as it is', () => {
  expect(responseText(Buffer.from('no such user: José 🙂\r\n\tx'))).toBe('no such user: José 🙂\r\n\tx')
  expect(responseText(Buffer.alloc(0))).toBe('')
})

test('invalid bytes become replacement characters within the limit', () => {
  const text = responseText(Buffer.alloc(512, 0xff))
  expect(text).toBe('\ufffd'.repeat(170))
})

test('NUL is replaced, other control characters are kept', () => {
  expect(responseText(Buffer.from('a\0b\u0001c'))).toBe('a\ufffdb\u0001c')
})

test.each([
  ['é', 2],
  ['€', 3],
  ['🙂', 4],
])('a %s at the limit is left out rather than halved', (character, bytes) => {
  for (let missing = 1; missing < bytes; missing++) {
    const before = 'x'.repeat(512 - bytes + missing)
    expect(responseText(Buffer.from(before + character))).toBe(before)
    expect(responseText(Buffer.from(before + character).subarray(0, 512))).toBe(before)
  }
  const fitting = 'x'.repeat(512 - bytes) + character
  expect(responseText(Buffer.from(`${fitting}more`))).toBe(fitting)
})

test('whatever comes in, at most the limit in valid UTF-8 comes out', () => {
  const pieces = ['a', 'é', '€', '🙂', '\0'].map((text) => Buffer.from(text))
  const broken = [0xff, 0x80, 0xc3, 0xe2, 0xf0].map((byte) => Buffer.from([byte]))
  const body = fc
    .array(fc.constantFrom(...pieces, ...broken), { maxLength: 60 })
    .map((all) => Buffer.concat(all))
  fc.assert(
    fc.property(body, fc.nat(40), (bytes, limit) => {
      const text = responseText(bytes, limit)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit)
      expect(text).not.toContain('\0')
      expect(Buffer.from(text).toString()).toBe(text)
    }),
  )
})
