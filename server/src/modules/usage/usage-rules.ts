import { NEAR_LIMIT, type UsageMeter } from '@atrium/contract/usage'
import type { QuotaLimits } from '../../tenancy/index.ts'
import type { AppMeter, AppUse } from './deps.ts'

const DAY_MS = 86_400_000

export function meterOf(
  id: UsageMeter['id'],
  used: number,
  limit: number | null,
  resetsAt: Date | null,
): UsageMeter {
  const is_near = limit !== null && used >= limit * NEAR_LIMIT && (used > 0 || limit === 0)
  return { id, used, limit, is_near, resets_at: resetsAt?.toISOString() ?? null }
}

/** When a day's counts begin again. */
export function nextDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
}

const APP_QUOTAS = {
  records: 'app.records',
  record_bytes: 'app.record_bytes',
  events: 'app.events_a_day',
  anonymous_events: 'app.anonymous_events_a_day',
} as const

/** Of one app: what it used, against what an app may. */
export function metersOfApp(
  { used }: AppUse,
  limits: QuotaLimits | null,
  filesPerAppBytes: number,
  now: Date,
): UsageMeter[] {
  const quota = (id: keyof typeof APP_QUOTAS) => limits?.[APP_QUOTAS[id]] ?? null
  const of = (id: AppMeter, limit: number | null, resetsAt: Date | null) =>
    meterOf(id, used[id] ?? 0, limit, resetsAt)
  return [
    of('records', quota('records'), null),
    of('record_bytes', quota('record_bytes'), null),
    of('file_bytes', filesPerAppBytes, null),
    of('events', quota('events'), nextDay(now)),
    of('anonymous_events', quota('anonymous_events'), nextDay(now)),
  ]
}

/** The largest part of a limit that any of them has used. */
export function highestShare(meters: readonly UsageMeter[]): number {
  return Math.max(0, ...meters.map(({ used, limit }) => (limit === null ? 0 : used / Math.max(limit, 1))))
}
