/** What is well with an installation, what is not, and what to do about it. */
import type { InstallationCheck } from '@atrium/contract/installation'
import type { Static } from 'typebox'
import type { InstallationFacts } from './deps.ts'

export type Check = Static<typeof InstallationCheck>

const GIB = 1024 ** 3
const OLDEST_POSTGRESQL = 15
const MOST_AHEAD_MS = 5_000
const LONGEST_WAIT_MS = 10 * 60_000
const VERIFIED_WITHIN_DAYS = 30
const DAY_MS = 86_400_000
const LITTLE_ROOM = 0.1
const NO_ROOM = 0.03

/** Rough on purpose: it says when to add a disk, and not what others store. */
export function sizeBelowGib(bytes: number): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1) / GIB)) + 1)
}

export function checksOf(facts: InstallationFacts): Check[] {
  return [
    databaseVersion(facts),
    databaseClock(facts),
    nodes(facts),
    jobsWaiting(facts),
    jobsFailed(facts),
    backups(facts),
    ...backupsVerified(facts),
    ...disk(facts),
    mail(facts),
    address(facts),
  ]
}

const passed = (check: Check['check'], finding: string): Check => ({
  check,
  status: 'passed',
  finding,
  advice: null,
})
const warning = (check: Check['check'], finding: string, advice: string): Check => ({
  check,
  status: 'warning',
  finding,
  advice,
})
const failed = (check: Check['check'], finding: string, advice: string): Check => ({
  check,
  status: 'failed',
  finding,
  advice,
})

function databaseVersion({ database: { version } }: InstallationFacts): Check {
  const finding = `PostgreSQL ${version}.`
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRESQL) return passed('database_version', finding)
  return failed(
    'database_version',
    finding,
    `Move to PostgreSQL ${OLDEST_POSTGRESQL} or newer; older ones are not supported.`,
  )
}

function databaseClock({ database: { clock_ahead_ms } }: InstallationFacts): Check {
  if (Math.abs(clock_ahead_ms) <= MOST_AHEAD_MS)
    return passed('database_clock', 'The clocks of this node and of the database agree.')
  return warning(
    'database_clock',
    `The clocks of this node and of the database are ${Math.round(Math.abs(clock_ahead_ms) / 1000)} seconds apart.`,
    'Set both by the same time server; schedules and ends of credentials go by them.',
  )
}

function nodes({ database }: InstallationFacts): Check {
  if (database.nodes > 0)
    return passed(
      'nodes',
      database.nodes === 1 ? '1 node is running.' : `${database.nodes} nodes are running.`,
    )
  return warning(
    'nodes',
    'No node is listening to the database.',
    'Look into the log for the connection for notifications; until it is back, changes reach other nodes late.',
  )
}

function jobsWaiting({ jobs, checked_at }: InstallationFacts): Check {
  const due = jobs.flatMap(({ due_since }) => due_since ?? [])
  const oldest = Math.min(...due.map((since) => since.getTime()))
  if (checked_at.getTime() - oldest <= LONGEST_WAIT_MS || due.length === 0)
    return passed('jobs_waiting', 'Background jobs run when they are due.')
  const minutes = Math.floor((checked_at.getTime() - oldest) / 60_000)
  return warning(
    'jobs_waiting',
    `A background job has been due for ${minutes} minutes.`,
    'Check that a node with ROLE=all or ROLE=worker runs, and that it is not out of processor time.',
  )
}

function jobsFailed({ jobs }: InstallationFacts): Check {
  const count = jobs.reduce((sum, one) => sum + one.failed, 0)
  if (count === 0) return passed('jobs_failed', 'No background job failed for good.')
  return warning(
    'jobs_failed',
    count === 1 ? '1 background job failed for good.' : `${count} background jobs failed for good.`,
    'The log of the server says why, under the name of the job.',
  )
}

function backups({ backups: { is_on, completed_at, overdue_since }, checked_at }: InstallationFacts): Check {
  if (!is_on)
    return warning(
      'backups',
      'The server takes no backups by itself.',
      'Set BACKUP_DIR, or take them in another way and ignore this line.',
    )
  if (overdue_since && overdue_since < checked_at)
    return failed(
      'backups',
      completed_at
        ? `The newest complete backup is of ${dayOf(completed_at)}.`
        : 'No complete backup was taken yet.',
      'The list of backups says what went wrong; take one with atrium backup.',
    )
  return passed(
    'backups',
    completed_at
      ? `The newest complete backup is of ${dayOf(completed_at)}.`
      : 'The first backup is not due yet.',
  )
}

/** Only where there is something to verify. */
function backupsVerified({
  backups: { completed_at, verified_at, verification },
  checked_at,
}: InstallationFacts): Check[] {
  if (completed_at === null) return []
  const advice =
    'Run atrium backup verify: it restores the newest backup, starts it and counts. BACKUP_VERIFY does so by itself.'
  if (verification === 'failed')
    return [failed('backups_verified', 'The last verification of a backup failed.', advice)]
  if (verified_at === null) return [warning('backups_verified', 'No backup was verified yet.', advice)]
  const isOld = checked_at.getTime() - verified_at.getTime() > VERIFIED_WITHIN_DAYS * DAY_MS
  const finding = `A backup was last verified on ${dayOf(verified_at)}.`
  return [isOld ? warning('backups_verified', finding, advice) : passed('backups_verified', finding)]
}

function disk({ free_share }: InstallationFacts): Check[] {
  if (free_share === null) return []
  const finding = `${Math.floor(free_share * 100)} % of the disk of this node is free.`
  const advice = 'Make room where DATA_DIR lies, or move it to a larger disk.'
  if (free_share < NO_ROOM) return [failed('disk', finding, advice)]
  return [free_share < LITTLE_ROOM ? warning('disk', finding, advice) : passed('disk', finding)]
}

function mail({ sends_mail }: InstallationFacts): Check {
  if (sends_mail) return passed('mail', 'Emails are sent by your mail server.')
  return warning(
    'mail',
    'Emails are not sent; they stay in the outbox of each workspace.',
    'Set MAIL to the address of a mail server.',
  )
}

function address({ is_plain_http }: InstallationFacts): Check {
  if (!is_plain_http) return passed('address', 'The address is safe for passwords and tokens.')
  return warning(
    'address',
    'The address begins with http:, so passwords and tokens travel unencrypted.',
    'Put a proxy with a certificate before it, and set BASE_URL to its https address.',
  )
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
