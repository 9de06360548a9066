import { describe, expect, test } from 'vitest'
import { labelledPoints, pointAt, ticksUpTo } from './chart-scale.ts'

describe('the lines of a chart', () => {
  test.each([
    [100, [0, 25, 50, 75, 100]],
    [7, [0, 2, 4, 6, 8]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [1234, [0, 500, 1000, 1500]],
    [81_000, [0, 25_000, 50_000, 75_000, 100_000]],
  ])('up to %d are %j', (highest, ticks) => {
    expect(ticksUpTo(highest)).toEqual(ticks)
  })

  test.each([
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 3, 6, 9]],
    [100, [0, 25, 50, 75, 100]],
  ])('of what is counted in pieces, up to %d, are whole: %j', (highest, ticks) => {
    expect(ticksUpTo(highest, 1)).toEqual(ticks)
  })

  test('stand somewhere even when there is nothing to show', () => {
    expect(ticksUpTo(0)).toEqual([0, 1])
    expect(ticksUpTo(Number.NaN)).toEqual([0, 1])
  })

  test('never leave the highest value above them', () => {
    for (let highest = 0.01; highest < 1e9; highest *= 1.37) {
      const ticks = ticksUpTo(highest)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }
  })
})

describe('the names below a chart', () => {
  test('are as many as fit, the first among them', () => {
    expect(labelledPoints(7, 700, 60)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(labelledPoints(30, 300, 60)).toEqual([0, 6, 12, 18, 24])
    expect(labelledPoints(5, 10, 60)).toEqual([0])
    expect(labelledPoints(0, 300, 60)).toEqual([])
  })
})

test('the point under the pointer is the nearest one', () => {
  expect(pointAt(0, 5)).toBe(0)
  expect(pointAt(0.13, 5)).toBe(1)
  expect(pointAt(1.4, 5)).toBe(4)
  expect(pointAt(0.7, 1)).toBe(0)
})
