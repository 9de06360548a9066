/** What the event explorer shows, as the address has it. */

import type { ChartPoint } from '../../chart/chart-series.ts'
import { dayPoint } from '../../chart/day-points.ts'
import { fill } from '../../language/fill.ts'
import type { EventsView } from '../../paths.ts'
import { words } from './words.ts'

export const MEASURES = [
  { id: 'count', label: words.events },
  { id: 'unique_users', label: words.users },
  { id: 'sum', label: words.sumOfAProperty },
  { id: 'avg', label: words.averageOfAProperty },
  { id: 'p50', label: words.medianOfAProperty },
  { id: 'p95', label: words.n95thPercentileOfA },
] as const
export type Measure = (typeof MEASURES)[number]['id']

export const SPANS = [
  { id: '1', label: words.last24Hours },
  { id: '7', label: words.last7Days },
  { id: '30', label: words.last30Days },
  { id: '60', label: words.last60Days },
] as const
export type Span = (typeof SPANS)[number]['id']
export const DEFAULT_SPAN: Span = '30'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const measureOf = (text: string | null | undefined): Measure =>
  MEASURES.find(({ id }) => id === text)?.id ?? 'count'
export const spanOf = (text: string | null | undefined): Span =>
  SPANS.find(({ id }) => id === text)?.id ?? DEFAULT_SPAN

export function eventsViewOf(search: URLSearchParams): EventsView {
  const text = (name: string) => search.get(name) ?? undefined
  return {
    event: text('event'),
    days: text('days'),
    measure: text('measure'),
    property: text('property'),
    by: text('by'),
    cursor: text('cursor'),
  }
}

/** Sums, averages and percentiles are of a property; until it is named, there is nothing to ask. */
export const needsProperty = (measure: Measure) => measure !== 'count' && measure !== 'unique_users'

/** As the operation takes it, without the moment it begins at. */
export function aggregateBy({ event, days, measure, property }: EventsView) {
  const isOfProperty = needsProperty(measureOf(measure)) && property
  return {
    ...(event && { event_name: event }),
    ...(isOfProperty && { property, percentiles: [50, 95] }),
    bucket: spanOf(days) === '1' ? ('hour' as const) : ('day' as const),
  }
}

/** The first moment: that of the first point of the chart, so that no point is half empty. */
export function sinceOf({ days }: EventsView, now = new Date()) {
  return { since: new Date(firstPoint(spanOf(days), now)).toISOString() }
}

interface Row {
  bucket: string | null
  count: number
  unique_users: number
  sum: number | null
  avg: number | null
  percentiles: readonly { percentile: number; value: number | null }[]
}

export function measured(row: Row | undefined, measure: Measure): number {
  if (!row) return 0
  if (measure === 'p50' || measure === 'p95') {
    const wanted = measure === 'p50' ? 50 : 95
    return row.percentiles.find(({ percentile }) => percentile === wanted)?.value ?? 0
  }
  return row[measure] ?? 0
}

/** Every hour or day of the span, also those in which nothing happened. */
export function seriesOf(rows: readonly Row[], view: EventsView, now = new Date()) {
  const span = spanOf(view.days)
  const measure = measureOf(view.measure)
  const byMoment = new Map(rows.map((row) => [Date.parse(row.bucket ?? ''), row]))
  const points: ChartPoint[] = []
  const values: number[] = []
  const step = span === '1' ? HOUR_MS : DAY_MS
  for (let at = firstPoint(span, now); at <= now.getTime(); at += step) {
    points.push(span === '1' ? hourPoint(at, now) : dayPoint(new Date(at).toISOString().slice(0, 10), now))
    values.push(measured(byMoment.get(at), measure))
  }
  return { points, values }
}

function firstPoint(span: Span, now: Date): number {
  const step = span === '1' ? HOUR_MS : DAY_MS
  const count = span === '1' ? 24 : Number(span)
  return Math.floor(now.getTime() / step) * step - (count - 1) * step
}

function hourPoint(at: number, now: Date): ChartPoint {
  const text = new Date(at).toISOString()
  const label = `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`
  const whole = { key: text, label, short: text.slice(11, 16) }
  return at + HOUR_MS > now.getTime()
    ? { ...whole, label: fill(words.labelSoFar, { label }), isUnfinished: true }
    : whole
}

export const formatCount = (value: number) => COUNT.format(value)
export const formatCountShort = (value: number) => SHORT.format(value)
const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
