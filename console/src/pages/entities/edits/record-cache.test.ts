import { expect, test } from 'vitest'
import { newestOf } from './record-cache.ts'

const DATES = { created_date: '2026-01-01T00:00:00.000Z' }
const second = { id: 'rec_1', city: 'Ada', ...DATES, updated_date: '2026-01-01T00:00:02.000Z' }
const third = { id: 'rec_1', city: 'Theirs', ...DATES, updated_date: '2026-01-01T00:00:03.000Z' }

test('an answer that comes after news of a later change changes nothing', () => {
  expect(newestOf(third, { city: 'Ada' }, second)).toEqual(third)
  expect(newestOf(second, { city: 'Theirs' }, third)).toEqual(third)
})

test('of a record that may be written but not read, what was sent is shown', () => {
  expect(newestOf(second, { city: 'Oslo' }, { id: 'rec_1' })).toEqual({ ...second, city: 'Oslo' })
})
