import { expect, test } from 'vitest'
import { formatMoney, formatMoneyShort, microsOf, unitsOf } from './money.ts'

test.each([
  [12_340_000, 'USD', '$12.34'],
  [1_500_000_000, 'JPY', '¥1,500'],
  [0, 'EUR', '€0.00'],
])('%d millionths of %s read %s', (micros, currency, text) => {
  expect(formatMoney(micros, currency)).toBe(text)
})

test('an axis has short amounts', () => {
  expect(formatMoneyShort(2_500_000_000, 'USD')).toBe('$2.5K')
  expect(formatMoneyShort(20_000_000, 'USD')).toBe('$20')
})

test('what is typed becomes whole millionths', () => {
  expect(microsOf(19.99)).toBe(19_990_000)
  expect(unitsOf(19_990_000)).toBe(19.99)
})
