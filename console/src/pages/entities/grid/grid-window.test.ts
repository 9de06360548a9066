import { expect, test } from 'vitest'
import { DRAWN_WHOLE, isNear, topFor, windowAt } from './grid-window.ts'

const at = (top: number) => ({ top, height: 600, rowHeight: 30 })

test('a short list is drawn whole, a long one around what is in sight', () => {
  expect(windowAt(at(0), DRAWN_WHOLE)).toEqual({ first: 0, last: DRAWN_WHOLE })
  expect(windowAt(at(0), 100_000)).toEqual({ first: 0, last: 24 })
  expect(windowAt(at(30_000), 100_000)).toEqual({ first: 996, last: 1024 })
  expect(windowAt(at(2_999_400), 100_000)).toEqual({ first: 99_976, last: 100_000 })
  // The list became shorter, and the browser has not scrolled back yet.
  expect(windowAt(at(90_000), 100)).toEqual({ first: 100, last: 100 })
})

test('what is in sight is always drawn, wherever one scrolls', () => {
  for (let top = 0; top < 9_000; top += 7) {
    const { first, last } = windowAt(at(top), 400)
    expect(first).toBeLessThanOrEqual(Math.floor(top / 30))
    expect(last).toBeGreaterThanOrEqual(Math.min(400, Math.ceil((top + 600) / 30)))
    expect(last - first).toBeLessThanOrEqual(36)
  }
})

test.each([
  ['in sight', 105, 3_000, 3_000],
  ['above', 90, 3_000, 2_700],
  ['below', 120, 3_000, 3_030],
  ['below by a part', 119, 2_990, 3_000],
])('a row %s is scrolled to no further than needed', (_, row, top, wanted) => {
  expect(topFor(row, at(top))).toBe(wanted)
})

test('a jump is not taken for scrolling', () => {
  expect(isNear({ first: 0, last: 40 }, { first: 36, last: 80 })).toBe(true)
  expect(isNear({ first: 36, last: 80 }, { first: 0, last: 40 })).toBe(true)
  expect(isNear({ first: 0, last: 40 }, { first: 400, last: 440 })).toBe(false)
})
