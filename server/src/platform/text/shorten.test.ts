import { expect, test } from 'vitest'
import { shorten, shortenMiddle } from './shorten.ts'

test('what fits stays, and of what does not as much as fits', () => {
  expect(shorten('lamps', 5)).toBe('lamps')
  expect(shorten('lamps', 4)).toBe('lam…')
})

test('no half of a character is left, which no database can hold', () => {
  expect(shorten('ab🙂cd', 4)).toBe('ab…')
  expect(shorten('ab🙂cd', 5)).toBe('ab🙂…')
  expect(shorten('a\ud83d', 5)).toBe('a\ufffd')
})

test('of a long text the beginning and the end stay, with the count of what is between', () => {
  expect(shortenMiddle('a'.repeat(100), 100)).toBe('a'.repeat(100))
  const long = `start${'🙂'.repeat(100)}end`
  for (let most = 60; most < 80; most++) {
    const short = shortenMiddle(long, most)
    expect(short.length).toBeLessThanOrEqual(most)
    expect(short.isWellFormed()).toBe(true)
    const [, start, left, end] = /^(start.*)\n… (\d+) characters left out …\n(.*end)$/.exec(short) ?? []
    expect((start?.length ?? 0) + Number(left) + (end?.length ?? 0)).toBe(long.length)
  }
})
