import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test('what cannot be seen is written out, and nothing else', () => {
  expect(visibleText('if (isAdmin\u202e \u2066)')).toBe('if (isAdmin[U+202E] [U+2066])')
  expect(visibleText('a\u0000b\u001b[31m\u200bc')).toBe('a[U+0000]b[U+001B][31m[U+200B]c')
  expect(visibleText('\tÄ, 日本, עברית\r')).toBe('\tÄ, 日本, עברית\r')
})
