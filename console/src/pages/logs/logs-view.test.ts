import { expect, test } from 'vitest'
import { daysOf, logsViewOf, visitRows, visitsByDay } from './logs-view.ts'

test('every day up to today has its counts', () => {
  const stats = { days: [{ date: '2026-11-16', visits: 3, users: 2 }] }
  expect(visitsByDay(stats, 3, new Date('2026-11-17T01:00:00Z'))).toEqual([
    { date: '2026-11-15', visits: 0, users: 0 },
    { date: '2026-11-16', visits: 3, users: 2 },
    { date: '2026-11-17', visits: 0, users: 0 },
  ])
})

test('an address that means nothing shows everything', () => {
  expect(logsViewOf(new URLSearchParams('from=never&page=&days=5'))).toEqual({ days: '5' })
  expect(daysOf({ days: '5' })).toBe(30)
  expect(daysOf({ days: '90' })).toBe(90)
})

test('visits of nobody who is signed in have empty cells', () => {
  const visit = {
    id: 'vis_1',
    app_id: 'app_1',
    page: 'Home',
    visits: 2,
    created_date: '2026-11-17T01:00:00Z',
  }
  expect(visitRows([{ ...visit, user_id: null, user_email: null }])).toEqual([
    ['2026-11-17T01:00:00Z', 'Home', '', '', 2],
  ])
})
