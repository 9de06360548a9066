/** What the address of the visits means. */
import type { AnswerOf, Operations } from '@atrium/sdk'
import { daysBetween } from '../../chart/day-points.ts'
import { dayOf } from '../../days.ts'
import type { AppLogsView } from '../../logs-paths.ts'
import { words } from './words.ts'

export type AppVisit = AnswerOf<Operations['app_logs']['list']>['items'][number]
export type VisitStats = AnswerOf<Operations['app_logs']['stats']>

export const SPANS = [
  { id: '7', label: words.last7Days },
  { id: '30', label: words.last30Days },
  { id: '90', label: words.last90Days },
] as const

const DAY_MS = 24 * 60 * 60 * 1000

export function logsViewOf(search: URLSearchParams): AppLogsView {
  const text = (name: string) => search.get(name) || undefined
  return {
    page: text('page'),
    user: text('user'),
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    days: text('days'),
    cursor: text('cursor'),
  }
}

export const daysOf = ({ days }: AppLogsView) => Number(SPANS.find(({ id }) => id === days)?.id ?? 30)

/** One for each day up to today, also for those without a visit. */
export function visitsByDay(stats: Pick<VisitStats, 'days'>, days: number, now = new Date()) {
  const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  const known = new Map(stats.days.map((each) => [each.date, each]))
  return daysBetween(day(days - 1), day(0)).map((date) => known.get(date) ?? { date, visits: 0, users: 0 })
}

export function visitRows(visits: readonly AppVisit[]): (string | number)[][] {
  return visits.map(({ created_date, page, user_id, user_email, visits: count }) => [
    created_date,
    page,
    user_id ?? '',
    user_email ?? '',
    count,
  ])
}
