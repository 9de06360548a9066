import { expect, test } from 'vitest'
import { durationMs, readDuration } from './duration.ts'

test.each([
  ['PT5S', 5_000],
  ['PT0S', 0],
  ['PT0.25S', 250],
  ['PT1H30M', 5_400_000],
  ['P1DT2H', 93_600_000],
  ['P2W', 1_209_600_000],
  [{ seconds: 5 }, 5_000],
  [{ milliseconds: 1 }, 1],
  [{ days: 1, hours: 2 }, 93_600_000],
  [{ minutes: 0.5 }, 30_000],
])('%j lasts %j milliseconds', (duration, ms) => {
  expect(durationMs(duration)).toBe(ms)
})

test.each<[unknown]>(
  [
    '',
    'P',
    'PT',
    'P1DT',
    '5s',
    'pt5s',
    'P1M',
    'P1Y',
    'PT-5S',
    'PT5',
    'P1H',
    ' PT5S',
    'PT0.5M',
    `PT${'9'.repeat(400)}S`,
    {},
    { seconds: '5' },
    { seconds: -1 },
    { seconds: Number.NaN },
    { years: 1 },
    { toString: 1 },
    [],
    5,
    null,
    true,
  ].map((value) => [value]),
)('%j is no duration', (value) => {
  expect(readDuration(value)).toBeNull()
})

test('what was never checked is not taken for a duration', () => {
  expect(() => durationMs('soon')).toThrow('No duration: "soon"')
})
