import { nextLook, readSchedule } from '../../../platform/time/cron.ts'
import type { FlowRow } from '../tables.ts'

/** A schedule as it was sent, or a 422. */
export function requireSchedule(sent: FlowRow['schedule'], now: Date): FlowRow['schedule'] {
  return sent && readSchedule(sent, ['body', 'schedule'], now)
}

/** Null where nothing starts the test by the clock. */
export function nextRunAt(schedule: FlowRow['schedule'], now: Date): Date | null {
  return schedule && nextLook(schedule, now)
}
