import { expect, test } from 'vitest'
import { isBudgetAllowed } from './budget-bounds.ts'

const USD = { min_micros: 1e6, max_micros: 1_000e6, unit_micros: 1e4 }
const JPY = { min_micros: 150e6, max_micros: 150_000e6, unit_micros: 1e6 }

test.each([
  ['USD', USD],
  ['JPY', JPY],
])('in %s both bounds are allowed, one unit beyond is not', (_currency, bounds) => {
  const { min_micros: min, max_micros: max, unit_micros: unit } = bounds
  expect([-unit, 0, unit].map((more) => isBudgetAllowed(bounds, min + more))).toEqual([false, true, true])
  expect([-unit, 0, unit].map((more) => isBudgetAllowed(bounds, max + more))).toEqual([true, true, false])
})

test.each([
  ['USD', USD],
  ['JPY', JPY],
])('in %s only whole units are allowed', (_currency, bounds) => {
  const { min_micros: min, max_micros: max, unit_micros: unit } = bounds
  expect([-1, 0, 1].map((more) => isBudgetAllowed(bounds, min + more))).toEqual([false, true, false])
  expect([-1, 0, 1].map((more) => isBudgetAllowed(bounds, min + unit + more))).toEqual([false, true, false])
  expect([-1, 0, 1].map((more) => isBudgetAllowed(bounds, max + more))).toEqual([false, true, false])
})

test('zero, less than nothing and no number are refused', () => {
  for (const micros of [0, -1e6, Number.NaN, Number.POSITIVE_INFINITY])
    expect(isBudgetAllowed(USD, micros)).toBe(false)
})
