import { expect, test } from 'vitest'
import type { Json } from '../conditions/condition.ts'
import { storedBytes } from './record-size.ts'

test.each<[Json, string]>([
  [null, 'null'],
  [true, 'true'],
  ['', '""'],
  ['a"\\\n\u0001é😀', '"a\\"\\\\\\n\\u0001é😀"'],
  [[], '[]'],
  [[1, [2]], '[1, [2]]'],
  [{}, '{}'],
  [{ a: 1, b: { c: null } }, '{"a": 1, "b": {"c": null}}'],
  [-0, '0'],
  [-1.5, '-1.5'],
  [1e21, '1000000000000000000000'],
  [-1.25e22, '-12500000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.5e-7, '-0.00000015'],
])('%j is counted as the database writes it', (value, text) => {
  expect(storedBytes(value)).toBe(Buffer.byteLength(text))
})
