import type { Metrics } from '../../platform/metrics.ts'

export interface AnalyticsMetrics {
  tracked(counts: { accepted: number; duplicates: number; rejected: number }): void
  /** A count of users that could not be read. */
  degraded(count: string): void
  flushed(seconds: number): void
  watchWaiting(waiting: () => number): void
}

export function createAnalyticsMetrics(metrics: Metrics): AnalyticsMetrics {
  const events = metrics.counter('atrium_analytics_events_total', 'Events that were sent, by outcome', [
    'outcome',
  ])
  const degraded = metrics.counter('atrium_stats_degraded_total', 'User counts that could not be read', [
    'count',
  ])
  const flushed = metrics.histogram(
    'atrium_analytics_flush_seconds',
    'Time to store events of many requests together',
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  )
  return {
    tracked({ accepted, duplicates, rejected }) {
      events({ outcome: 'accepted' }, accepted)
      if (duplicates > 0) events({ outcome: 'duplicate' }, duplicates)
      if (rejected > 0) events({ outcome: 'rejected' }, rejected)
    },
    degraded: (count) => degraded({ count }),
    flushed,
    watchWaiting(waiting) {
      metrics.watch('atrium_analytics_waiting', 'Events that wait to be stored', [], async () => [
        { labels: {}, value: waiting() },
      ])
    },
  }
}
