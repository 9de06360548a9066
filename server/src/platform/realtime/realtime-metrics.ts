import type { Metrics } from '../metrics.ts'

export interface RealtimeMetrics {
  sent(kind: string, count: number): void
  /** `slow`: a reader that fell behind was cut off; the others say why a change reached nobody. */
  dropped(reason: 'slow' | 'too_many' | 'other_nodes' | 'failed'): void
  refused(code: string): void
  watch(sockets: () => number, roomsByKind: () => ReadonlyMap<string, number>): void
}

export function createRealtimeMetrics(metrics: Metrics): RealtimeMetrics {
  const sent = metrics.counter('atrium_realtime_sent_total', 'Events sent to listeners', ['kind'])
  const dropped = metrics.counter('atrium_realtime_dropped_total', 'Events that were not published', [
    'reason',
  ])
  const refused = metrics.counter('atrium_realtime_refused_total', 'Refused connections and joins', ['code'])
  return {
    sent: (kind, count) => sent({ kind }, count),
    dropped: (reason) => dropped({ reason }),
    refused: (code) => refused({ code }),
    watch(sockets, roomsByKind) {
      metrics.watch('atrium_realtime_sockets', 'Open connections of listeners', [], async () => [
        { labels: {}, value: sockets() },
      ])
      metrics.watch('atrium_realtime_rooms', 'Rooms with somebody in them', ['kind'], async () =>
        [...roomsByKind()].map(([kind, value]) => ({ labels: { kind }, value })),
      )
    },
  }
}
