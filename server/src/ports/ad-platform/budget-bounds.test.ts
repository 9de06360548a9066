import { expect, test } from 'vitest'
import { budgetBounds } from './budget-bounds.ts'

test.each([
  ['USD', 1],
  ['EUR', 1],
  ['GBP', 1],
  ['CHF', 1],
  ['CAD', 1],
  ['SGD', 1],
  ['AUD', 2],
  ['NZD', 2],
  ['ILS', 4],
  ['AED', 4],
  ['SAR', 4],
  ['QAR', 4],
  ['PLN', 4],
  ['PEN', 4],
  ['RON', 5],
  ['BRL', 5],
  ['MYR', 5],
  ['DKK', 7],
  ['CNY', 7],
  ['HKD', 8],
  ['SEK', 10],
  ['NOK', 10],
  ['MXN', 20],
  ['ZAR', 20],
  ['CZK', 25],
  ['TWD', 30],
  ['THB', 35],
  ['TRY', 40],
  ['UAH', 40],
  ['EGP', 50],
  ['PHP', 60],
  ['INR', 80],
  ['KES', 130],
  ['JPY', 150],
  ['PKR', 280],
  ['HUF', 350],
  ['CLP', 1_000],
  ['KRW', 1_500],
  ['NGN', 1_500],
  ['ARS', 1_500],
  ['COP', 4_000],
  ['IDR', 16_000],
  ['VND', 25_000],
])('a budget in %s is counted in %i for a dollar', (currency, factor) => {
  const micros = factor * 1_000_000
  const unit_micros = ['JPY', 'KRW', 'CLP', 'VND'].includes(currency) ? 1_000_000 : 10_000
  const smart = budgetBounds(currency, 'SMART')
  const performance = budgetBounds(currency, 'PERFORMANCE_MAX')
  expect(smart).toEqual({ min_micros: micros, max_micros: 1_000 * micros, unit_micros })
  expect(performance).toEqual({ min_micros: 5 * micros, max_micros: 10_000 * micros, unit_micros })
  for (const bounds of [smart, performance]) {
    expect((bounds?.min_micros ?? 1) % unit_micros).toBe(0)
    expect(Number.isSafeInteger(bounds?.max_micros)).toBe(true)
  }
})

test('a currency without accounts has no bounds, whatever it is called', () => {
  for (const currency of ['ISK', 'usd', '', 'toString', '__proto__'])
    expect(budgetBounds(currency, 'SMART')).toBeNull()
})
