import { expect, test } from 'vitest'
import { blobOf, linesOf, whyNotShown, withLineEnds } from './file-text.ts'

test('line ends of Windows come back, mixed ones become plain', () => {
  expect(linesOf('a\r\nb\rc\n')).toBe('a\nb\nc\n')
  expect(withLineEnds('a\nc\n', 'a\r\nb\r\n')).toBe('a\r\nc\r\n')
  expect(withLineEnds('a\nc\n', 'a\r\nb\n')).toBe('a\nc\n')
  expect(withLineEnds('a\nc\n', 'a\nb\n')).toBe('a\nc\n')
})

test('what is not text, too long, or one long line is not shown', () => {
  const file = (content: string, encoding = 'utf-8') => whyNotShown({ content, encoding })
  expect(file('text')).toBeNull()
  expect(file('AAEC', 'base64')).toMatch(/not text/)
  expect(file('a\n'.repeat(200_000))).toMatch(/too long/)
  expect(file('x'.repeat(30_000))).toMatch(/too long/)
})

test('the bytes of a file are those that are stored', async () => {
  expect(await blobOf({ content: 'é', encoding: 'utf-8' }).bytes()).toEqual(new Uint8Array([0xc3, 0xa9]))
  expect(await blobOf({ content: '/wAB', encoding: 'base64' }).bytes()).toEqual(new Uint8Array([255, 0, 1]))
})
