import { expect, test } from 'vitest'
import { describeChange, formatFigure } from './figure-words.ts'

test.each([
  [12, 10, '20% more'],
  [5, 10, '50% less'],
  [10, 10, 'As before'],
  [0, 0, 'As before'],
  [3, 0, 'None in the days before'],
  [3, null, null],
])('%s against %s', (value, previous, text) => {
  expect(describeChange(value, previous)).toBe(text)
})

test('amounts have their currency, counts have none', () => {
  expect(formatFigure(1_234_500_000, 'EUR')).toBe('€1,234.50')
  expect(formatFigure(12_345, null)).toBe('12,345')
})
