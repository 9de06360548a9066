import type { PgBoss } from 'pg-boss'
import type { Db } from '../database/db.ts'
import type { Attempt, Claimed, Ran } from './attempt.ts'
import { dueNames, type Envelope, hasten } from './store.ts'

/**
 * Runs what is due until nothing is left. What the given clock calls due is due, so a test moves its clock ahead
 * instead of sleeping; a clock that lags behind the database is not followed. Rejects, at the end, with the error
 * of the first job that failed for good.
 */
export async function drain(options: {
  boss: PgBoss
  attempt: Attempt
  db: Db
  names: readonly string[]
  until: () => Date | 'infinity'
}): Promise<{ name: string; outcome: string }[]> {
  const { boss, attempt, db, names, until } = options
  const ran: Ran[] = []
  while (ran.length < MOST_JOBS) {
    await hasten(db, names, until())
    const claimed = await claimNext(boss, await dueNames(db, names))
    if (!claimed) return results(ran)
    ran.push(await attempt(claimed, new AbortController()))
  }
  throw new Error(`Still jobs to do after ${MOST_JOBS}: does one send itself again and again?`)
}

const MOST_JOBS = 10_000

/** A due job may be locked by an open transaction, so a queue can turn out to have none. */
async function claimNext(boss: PgBoss, names: readonly string[]): Promise<Claimed | null> {
  for (const name of names) {
    const [claimed] = await boss.fetch<Envelope>(name, { includeMetadata: true })
    if (claimed) return claimed
  }
  return null
}

function results(ran: readonly Ran[]): { name: string; outcome: string }[] {
  const failed = ran.find(({ outcome }) => outcome === 'failed')
  if (failed) throw failed.error
  return ran.map(({ name, outcome }) => ({ name, outcome }))
}
