import type { InputOf, operations } from '@atrium/contract'
import { STATS_DAYS, STATS_HOURS } from '@atrium/contract/delivery'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import type { Deps } from './deps.ts'
import { type HourCounts, hourStore } from './hour-store.ts'

type Input = InputOf<typeof operations.deliveries.stats> | InputOf<typeof operations.app_deliveries.stats>

const LENGTHS = { hour: 3_600_000, day: 86_400_000 }
const HOW_MANY = { hour: STATS_HOURS, day: STATS_DAYS }

/** Of every hour or day up to now, also of those in which nothing was sent. */
export async function readDeliveryStats(deps: Deps, caller: Caller, { params, query }: Input) {
  const { webhook } = await accessWebhook(deps, caller, params)
  const { by = 'hour' } = query
  const length = LENGTHS[by]
  const last = Math.floor(deps.clock.now().getTime() / length) * length
  const first = last - (HOW_MANY[by] - 1) * length
  const counts = await hourStore(deps.db).count(webhook.id, by, new Date(first))
  const byStart = new Map(counts.map((row) => [row.start.getTime(), row]))
  const items = Array.from({ length: HOW_MANY[by] }, (_, place) => {
    const start = first + place * length
    return { start: new Date(start), is_complete: start !== last, ...present(byStart.get(start)) }
  })
  return { by, items }
}

function present(row: HourCounts | undefined) {
  if (!row) return { succeeded: 0, retried: 0, failed: 0, average_ms: null, slowest_ms: null }
  const { succeeded, retried, failed, duration_ms, slowest_ms } = row
  const average_ms = Math.round(duration_ms / (succeeded + retried + failed))
  return { succeeded, retried, failed, average_ms, slowest_ms }
}
