import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test('what fits stays, and of what does not as much as fits', () => {
  expect(shorten('lamps', 5)).toBe('lamps')
  expect(shorten('lamps', 4)).toBe('lam…')
})

test('no half of a character is left, which no database can hold', () => {
  expect(shorten('ab🙂cd', 4)).toBe('ab…')
  expect(shorten('ab🙂cd', 5)).toBe('ab🙂…')
  expect(shorten('a\ud83d', 5)).toBe('a\ufffd')
})
