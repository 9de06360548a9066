import { expect, test } from 'vitest'
import { chanceBy } from '../../../../test/chance.ts'
import { SEED } from '../../../../test/random-runs.ts'
import { timeOf } from './event-time.ts'

/** One more digit of the fraction says the same. */
const spelledOut = (text: string) => `${text.slice(0, -1)}0${text.slice(-1)}`

test('any moment is read as Date.parse reads it', () => {
  const chance = chanceBy(SEED)
  for (let turn = 0; turn < 20_000; turn++) {
    const ms = chance.below(4e12) - 0.8e12
    const text = new Date(ms).toISOString()
    expect(timeOf(text)).toBe(ms)
    expect(timeOf(spelledOut(text))).toBe(ms)
  }
})

test('whatever stands in one place of it, one more digit of the fraction changes nothing', () => {
  const given = ['2026-11-15T09:30:00.000Z', '2024-02-29T23:59:59.999Z', '2026-12-31T00:00:00.000Z']
  const letters = [...'0123456789TtZz:.,+- x٣']
  for (const text of given) {
    for (let place = 0; place < 23; place++) {
      for (const letter of letters) {
        const changed = text.slice(0, place) + letter + text.slice(place + 1)
        expect([changed, timeOf(changed)]).toEqual([changed, timeOf(spelledOut(changed))])
      }
    }
  }
})

test.each([
  '',
  'now',
  '2026-11-15T24:00:00.000Z',
  '2026-11-15T09:60:00.000Z',
  '2026-11-15T09:30:60.000Z',
  '2026-13-15T09:30:00.000Z',
])('"%s" is no time', (text) => expect(timeOf(text)).toBeNaN())

test('a date alone is its first moment, and without a zone it is UTC', () => {
  const noon = Date.UTC(2026, 10, 15, 12)
  expect(timeOf('2026-11-15')).toBe(Date.UTC(2026, 10, 15))
  for (const text of ['2026-11-15T12:00', '2026-11-15 12:00:00', '2026-11-15T14:00:00+02:00']) {
    expect(timeOf(text)).toBe(noon)
  }
})
