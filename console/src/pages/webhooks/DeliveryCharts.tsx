import type { DeliveryStats } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChartPoint, DayChart } from '../../chart/DayChart.tsx'
import { dayPoint } from '../../chart/day-points.ts'
import { deliveryQueries } from '../../delivery-queries.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import type { WebhookOwner } from '../../paths.ts'
import { Select } from '../../ui/Select.tsx'

interface DeliveryChartsProps {
  owner: WebhookOwner
  webhookId: string
}

const SPANS = [
  { id: 'hour', label: 'Last 24 hours' },
  { id: 'day', label: 'Last 30 days' },
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
    <section aria-label="Over time" className="px-5 pb-6 sm:px-8">
      <div className="mb-3 flex justify-end">
        <Select
          label="Time span"
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
  const pointName = by === 'hour' ? 'Hour' : 'Day (UTC)'
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-2">
        <DayChart
          title={`Attempts by ${by}`}
          points={points}
          pointName={pointName}
          series={[
            { id: 'succeeded', label: 'Succeeded', values: items.map(({ succeeded }) => succeeded) },
            {
              id: 'failed',
              label: 'Failed',
              values: items.map(({ failed, retried }) => failed + retried),
            },
          ]}
          format={(value) => NUMBER.format(value)}
          smallestStep={1}
        />
        <DayChart
          title="Time that the endpoint took"
          points={points}
          pointName={pointName}
          series={[
            { id: 'average', label: 'Average', values: items.map(({ average_ms }) => average_ms ?? 0) },
            { id: 'slowest', label: 'Slowest', values: items.map(({ slowest_ms }) => slowest_ms ?? 0) },
          ]}
          format={(value) => `${NUMBER.format(value)} ms`}
          smallestStep={1}
        />
      </div>
      <p className="caption mt-2">
        {by === 'hour' ? 'The last hour still runs' : 'The last day still runs'}, so its numbers are not
        complete.
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
    : { ...whole, label: `${whole.label}, so far`, short: 'now', isUnfinished: true }
}
