/** What an archive does not hold, or did not bring in as it was: for people in the log, for programs as JSON. */
import { writeFile } from 'node:fs/promises'
import type { LeftOut } from '../platform/archive/collection.ts'
import type { Log } from '../platform/log.ts'

/** By reason, as several often share one. */
export function logLeftOut(log: Log, title: string, entries: readonly LeftOut[]): void {
  for (const [reason, those] of Map.groupBy(entries, (one) => one.reason)) {
    const names = those.map(({ name, count }) => (count === null ? name : `${count} ${name}`))
    log.info({}, `${title}: ${names.join(', ')} (${reason}).`)
  }
}

export async function writeReport(path: string, report: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
}
