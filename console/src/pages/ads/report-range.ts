/** Which days a report is about, as the address has it: a preset, or two days. */
import { DATE_PRESETS } from '@atrium/sdk'
import { dayOf } from '../../days.ts'
import type { AdReportView, DatePreset } from '../../paths.ts'

export const DEFAULT_PRESET: DatePreset = 'LAST_30_DAYS'

const LABELS: Record<DatePreset, string> = {
  TODAY: 'Today',
  YESTERDAY: 'Yesterday',
  LAST_7_DAYS: 'Last 7 days',
  LAST_14_DAYS: 'Last 14 days, without today',
  LAST_30_DAYS: 'Last 30 days',
  LAST_90_DAYS: 'Last 90 days',
  THIS_WEEK_MON_TODAY: 'This week, from Monday',
  THIS_WEEK_SUN_TODAY: 'This week, from Sunday',
  LAST_WEEK_MON_SUN: 'Last week, Monday to Sunday',
  LAST_WEEK_SUN_SAT: 'Last week, Sunday to Saturday',
  LAST_BUSINESS_WEEK: 'Last week, Monday to Friday',
  THIS_MONTH: 'This month, until yesterday',
  LAST_MONTH: 'Last month',
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
  return from && to ? `${from} to ${to}` : LABELS[range ?? DEFAULT_PRESET]
}
