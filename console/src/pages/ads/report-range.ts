/** Which days a report is about, as the address has it: a preset, or two days. */
import { DATE_PRESETS } from '@atrium/sdk'
import { dayOf } from '../../days.ts'
import { fill } from '../../language/fill.ts'
import type { AdReportView, DatePreset } from '../../paths.ts'
import { words } from './words.ts'

export const DEFAULT_PRESET: DatePreset = 'LAST_30_DAYS'

const LABELS: Record<DatePreset, string> = {
  TODAY: 'Today',
  YESTERDAY: 'Yesterday',
  LAST_7_DAYS: words.last7Days,
  LAST_14_DAYS: words.last14DaysWithout,
  LAST_30_DAYS: words.last30Days,
  LAST_90_DAYS: words.last90Days,
  THIS_WEEK_MON_TODAY: words.thisWeekFromMonday,
  THIS_WEEK_SUN_TODAY: words.thisWeekFromSunday,
  LAST_WEEK_MON_SUN: words.lastWeekMondayTo,
  LAST_WEEK_SUN_SAT: words.lastWeekSundayTo,
  LAST_BUSINESS_WEEK: words.lastWeekMondayToFriday,
  THIS_MONTH: words.thisMonthUntilYesterday,
  LAST_MONTH: words.lastMonth,
}

export const PRESETS = DATE_PRESETS.map((id) => ({ id, label: LABELS[id] }))

export function presetOf(text: string | null): DatePreset | undefined {
  return DATE_PRESETS.find((known) => known === text)
}

/** A day alone names no range and is passed over. */
export function reportViewOf(search: URLSearchParams): AdReportView {
  const from = dayOf(search.get('from'))
  const to = dayOf(search.get('to'))
  const range = presetOf(search.get('range'))
  return from && to ? { from, to } : { range }
}

/** As the operations take it. */
export function rangeQuery({ range, from, to }: AdReportView) {
  return from && to ? { start_date: from, end_date: to } : { date_range: range ?? DEFAULT_PRESET }
}

export function rangeLabel({ range, from, to }: AdReportView): string {
  return from && to ? fill(words.fromToTo, { from, to }) : LABELS[range ?? DEFAULT_PRESET]
}
