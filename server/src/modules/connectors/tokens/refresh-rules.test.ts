import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterFailure, nextStep, quietUntil, refreshTimeOf, tokenEndOf, tokenState } from './refresh-rules.ts'

const NOW = new Date('2026-11-17T12:00:00Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const secondsTo = (time: Date | null) => (time ? (time.getTime() - NOW.getTime()) / 1_000 : null)
const DAY = 86_400

describe('when a token is refreshed', () => {
  test.each([
    [3_600, 0, 2_700],
    [3_600, 1, 2_400],
    [3_600, 0.5, 2_550],
    [86_400, 0, 85_500],
    [1_800, 0, 900],
    [1_799, 0, 899.5],
    [2_400, 1, 1_200],
    [60, 0, 30],
    [60, 1, 30],
    [1, 0.3, 0.5],
    [1e18, 0, 10 * 365 * DAY - 900],
  ])('one that is good for %d s, with jitter %d: after %d s', (expiresIn, jitter, after) => {
    expect(secondsTo(refreshTimeOf(expiresIn, NOW, jitter))).toBe(after)
  })

  test.each([[null], [0], [-1], [Number.NaN]])('never, when it is good for %j', (expiresIn) => {
    expect(refreshTimeOf(expiresIn, NOW, 0)).toBeNull()
    expect(tokenEndOf(expiresIn, NOW)).toBeNull()
  })

  test('is before its end, and not in the first half of its life', () => {
    const lifetime = fc.integer({ min: 1, max: 1e9 })
    fc.assert(
      fc.property(lifetime, fc.double({ min: 0, max: 1, noNaN: true }), (expiresIn, jitter) => {
        const time = secondsTo(refreshTimeOf(expiresIn, NOW, jitter)) ?? Number.NaN
        const end = secondsTo(tokenEndOf(expiresIn, NOW)) ?? Number.NaN
        expect(time).toBeLessThan(end)
        expect(time).toBeGreaterThanOrEqual(end / 2 - 0.001)
        expect(end - time).toBeLessThanOrEqual(1_200.001)
      }),
    )
  })

  test('a new one is left alone for 30 s, a short one for half of its life', () => {
    expect(secondsTo(quietUntil(3_600, NOW))).toBe(30)
    expect(secondsTo(quietUntil(null, NOW))).toBe(30)
    expect(secondsTo(quietUntil(20, NOW))).toBe(10)
  })
})

describe('after a failure', () => {
  const after = (failures: number, days: number, isFinal = false) =>
    afterFailure({ failures, failingSince: at(-days * DAY), isFinal }, NOW)

  test.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [7, 1_920],
    [8, 3_600],
    [100, 3_600],
    [5_000, 3_600],
  ])('number %d, it is tried again after %d s', (failures, wait) => {
    expect(after(failures, 0)).toEqual({ isOver: false, tryAgainAt: at(wait) })
  })

  test('it is given up after four days, not before', () => {
    expect(after(100, 3.999)).toMatchObject({ isOver: false })
    expect(after(100, 4)).toEqual({ isOver: true })
  })

  test('a server that was off for a week tries some more', () => {
    expect(after(9, 7)).toMatchObject({ isOver: false })
    expect(after(10, 7)).toEqual({ isOver: true })
  })

  test('a final refusal ends it at once', () => {
    expect(after(1, 0, true)).toEqual({ isOver: true })
  })
})

describe('a token', () => {
  test.each([
    ['lasts', null, null, 'good'],
    ['is good', 3_600, 2_700, 'good'],
    ['is due and still good for long', 600, -300, 'good'],
    ['is due and ends within a minute', 60, -840, 'ending'],
    ['ends within a minute, and was tried in vain just now', 60, 30, 'good'],
    ['of a minute is not due yet', 50, 20, 'good'],
    ['has ended this moment', 0, -900, 'ended'],
    ['has ended, without a time to refresh it', -1, null, 'ended'],
  ] as const)('that %s', (_, end, refresh, state) => {
    const times = {
      token_expires_at: end === null ? null : at(end),
      refresh_at: refresh === null ? null : at(refresh),
    }
    expect(tokenState(times, NOW)).toBe(state)
  })
})

describe('a call', () => {
  const GOOD = { token_expires_at: at(3_600), refresh_at: at(2_700) }
  const ENDED = { token_expires_at: at(-1), refresh_at: at(-900) }
  const COOLING = { token_expires_at: at(-1), refresh_at: at(10), refresh_failures: 1 }
  test.each([
    ['uses a good token', GOOD, {}, 'use'],
    ['refreshes a refused one', GOOD, { isRefused: true }, 'refresh'],
    ['refreshes one that has ended', ENDED, {}, 'refresh'],
    ['waits for another node', { ...ENDED, is_claimed: true }, {}, 'wait'],
    ['waits for another node with a refused one', { ...GOOD, is_claimed: true }, { isRefused: true }, 'wait'],
    ['uses a good one while it is refreshed', { ...GOOD, is_claimed: true }, {}, 'use'],
    ['uses a new one that is refused', { ...GOOD, refresh_claimed_until: at(5) }, { isRefused: true }, 'use'],
    ['fails with an ended one that was tried in vain just now', COOLING, {}, 'fail'],
    [
      'fails with a refused one that was tried in vain just now',
      { ...COOLING, ...GOOD, refresh_failures: 1 },
      { isRefused: true },
      'fail',
    ],
    ['uses a refused one that nothing can refresh', GOOD, { isRefused: true, isRefreshable: false }, 'use'],
    ['has an ended one expire that nothing can refresh', ENDED, { isRefreshable: false }, 'refresh'],
  ] as const)('%s', (_, seen, about, step) => {
    const row = { refresh_failures: 0, refresh_claimed_until: null, is_claimed: false, now: NOW, ...seen }
    expect(nextStep(row, { isRefused: false, isRefreshable: true, ...about })).toBe(step)
  })
})
