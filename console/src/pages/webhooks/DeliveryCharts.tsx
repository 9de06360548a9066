import type { DeliveryStats } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChartPoint } from '../../chart/chart-series.ts'
import { DayChart } from '../../chart/DayChart.tsx'
import { dayPoint } from '../../chart/day-points.ts'
import { deliveryQueries } from '../../delivery-queries.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import type { WebhookOwner } from '../../paths.ts'
import { Select } from '../../ui/Select.tsx'
import { words } from './words.ts'

interface DeliveryChartsProps {
  owner: WebhookOwner
  webhookId: string
}

const SPANS = [
  { id: 'hour', label: words.last24Hours },
  { id: 'day', label: words.last30Days },
] as const
const NUMBER = new Intl.NumberFormat('en')
const HOUR = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const DAY_AND_HOUR = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** How many arrived and how many did not, and how long the endpoint took. */
export function DeliveryCharts({ owner, webhookId }: DeliveryChartsProps) {
  const [by, setBy] = useState<'hour' | 'day'>('hour')
  const stats = useQuery({
    ...deliveryQueries.stats(owner, webhookId, by),
    placeholderData: (before) => before,
  })
  return (
    <section aria-label={words.overTime} className="px-5 pb-6 sm:px-8">
      <div className="mb-3 flex justify-end">
        <Select
          label={words.timeSpan}
          isLabelHidden
          options={SPANS}
          value={by}
          onChange={(id) => setBy(id === 'day' ? 'day' : 'hour')}
          className="w-full sm:w-44"
        />
      </div>
      {stats.error ? (
        <PartFailure error={stats.error} onRetry={() => void stats.refetch()} isRetrying={stats.isFetching} />
      ) : stats.data ? (
        <Charts stats={stats.data} />
      ) : (
        <PartLoading what="charts" />
      )}
    </section>
  )
}

function Charts({ stats: { by, items } }: { stats: DeliveryStats }) {
  const points = items.map((item) => pointOf(by, item))
  const pointName = by === 'hour' ? words.hour : words.dayUtc
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-2">
        <DayChart
          title={fill(words.attemptsByBy, { by })}
          points={points}
          pointName={pointName}
          series={[
            { id: 'succeeded', label: words.succeeded, values: items.map(({ succeeded }) => succeeded) },
            {
              id: 'failed',
              label: words.failed,
              values: items.map(({ failed, retried }) => failed + retried),
            },
          ]}
          format={(value) => NUMBER.format(value)}
          smallestStep={1}
        />
        <DayChart
          title={words.timeThatTheEndpoint}
          points={points}
          pointName={pointName}
          series={[
            { id: 'average', label: words.average, values: items.map(({ average_ms }) => average_ms ?? 0) },
            { id: 'slowest', label: words.slowest, values: items.map(({ slowest_ms }) => slowest_ms ?? 0) },
          ]}
          format={(value) => fill(words.numberMs, { number: NUMBER.format(value) })}
          smallestStep={1}
        />
      </div>
      <p className="caption mt-2">
        {fillWith(words.theLastSoItsNumbers, {
          theLast: by === 'hour' ? words.theLastHourStill : words.theLastDayStill,
        })}
      </p>
    </>
  )
}

function pointOf(by: DeliveryStats['by'], item: DeliveryStats['items'][number]): ChartPoint {
  if (by === 'day') return dayPoint(item.start.slice(0, 10))
  const start = new Date(item.start)
  const whole = { key: item.start, label: DAY_AND_HOUR.format(start), short: HOUR.format(start) }
  return item.is_complete
    ? whole
    : { ...whole, label: fill(words.labelSoFar, { label: whole.label }), short: 'now', isUnfinished: true }
}
