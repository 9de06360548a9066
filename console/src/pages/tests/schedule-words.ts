import type { FlowSummary } from '@atrium/sdk'
import { describeCron } from '../../cron-words.ts'

/** When a test runs by itself; null when only somebody starts it. */
export function describeSchedule({
  schedule,
  on_publish,
}: Pick<FlowSummary, 'schedule' | 'on_publish'>): string | null {
  const times = schedule && `${describeCron(schedule.cron)} ${schedule.timezone ?? 'UTC'}`
  if (!on_publish) return times
  return times ? `${times}; after publishing` : 'After publishing'
}
