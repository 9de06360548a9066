/** When it is looked for, and when it is given up, what was sent and whose answer was lost. */
import type { LaunchRow } from './launch-store.ts'

/** Seconds from the moment it became unknown. */
const CHECKS = [1, 10, 30, 120, 600, 1800]
/** After those, as long as the platform cannot be read. */
const LATER_SECONDS = 1800
/** So often it was not there, over so long a time: then it will not come any more. */
const ABSENT_READS = 3
const ABSENT_SECONDS = 900

export function firstCheck(now: Date): Date {
  return after(now, CHECKS[0] as number)
}

export type Looked = 'absent' | 'unreadable'

/** The next look; null when it is sure now that nothing will come. */
export function nextCheck(
  launch: Pick<LaunchRow, 'checks' | 'absent_reads' | 'absent_since' | 'unknown_since'>,
  looked: Looked,
  now: Date,
) {
  const isAbsent = looked === 'absent'
  const absent_reads = isAbsent ? launch.absent_reads + 1 : launch.absent_reads
  const absent_since = isAbsent ? (launch.absent_since ?? now) : launch.absent_since
  const absentFor = absent_since === null ? 0 : now.getTime() - absent_since.getTime()
  if (isAbsent && absent_reads >= ABSENT_READS && absentFor >= ABSENT_SECONDS * 1000) return null
  const wait = CHECKS[launch.checks + 1]
  const planned = wait === undefined ? after(now, LATER_SECONDS) : after(launch.unknown_since ?? now, wait)
  const next_check_date = new Date(Math.max(planned.getTime(), after(now, 1).getTime()))
  return { absent_reads, absent_since, next_check_date }
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}
