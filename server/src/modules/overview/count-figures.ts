import { databaseFailure } from '../../platform/database/failures.ts'
import { type DayCount, lastDays } from '../../platform/time/day-range.ts'
import { type Figure, figureOf } from './day-figures.ts'
import type { Deps, VisitCounts } from './deps.ts'

/** Whose figures they are. */
export interface Scope {
  workspaceId: string
  /** Questions with the same name wait for each other, and not for those of others. */
  asker: string
  /** The apps that the caller can see, and those of them that they can edit. */
  seen: readonly string[]
  edited: readonly string[]
  /** The apps of which everybody's credits are counted, `all` for the workspace; null when the caller may not see them. */
  credits: readonly string[] | 'all' | null
}

/** For how many days each is kept. */
const KEPT = { visits: 90, calls: 7, runs: 30, deliveries: 30 }

export async function countFigures(deps: Deps, scope: Scope, days: number) {
  const { clock, overviewCounts: counts } = deps
  const { seen, edited, workspaceId, credits } = scope
  const now = clock.now()
  const range = lastDays(now, days)
  const figure = (counted: readonly DayCount[] | null | undefined, kept?: number) =>
    figureOf(counted ?? null, range, now, kept)
  const asked = deps.heavyQueries(
    { of: scope.asker, isKnown: true },
    // One after the other: together they have one connection.
    async (db) => ({
      calls: seen.length > 0 && (await inTime(counts.failedCalls(db, seen, range))),
      runs: seen.length > 0 && (await inTime(counts.failedRuns(db, seen, range))),
      visits: edited.length > 0 && (await inTime(counts.visits(db, edited, range))),
      users: edited.length > 0 && (await inTime(counts.newUsers(db, edited, range))),
      deliveries: edited.length > 0 && (await inTime(counts.deliveries(db, edited, range))),
      used: credits !== null && (await inTime(counts.credits(db, workspaceId, credits, range))),
    }),
  )
  const [{ calls, runs, visits, users, deliveries, used }, spend] = await Promise.all([
    asked,
    edited.length > 0 && counts.spend(edited, range),
  ])
  return {
    dates: [...range.dates],
    figures: {
      ...(visits !== false && {
        visits: figure(visits?.visits, KEPT.visits),
        active_users: activeUsers(figure(visits?.users, KEPT.visits), visits),
      }),
      ...(users !== false && { new_users: figure(users) }),
      ...(calls !== false && { failed_calls: figure(calls, KEPT.calls) }),
      ...(runs !== false && { failed_runs: figure(runs, KEPT.runs) }),
      ...(deliveries !== false && {
        deliveries_succeeded: figure(deliveries?.succeeded, KEPT.deliveries),
        deliveries_failed: figure(deliveries?.failed, KEPT.deliveries),
      }),
      ...(spend !== false && {
        ad_spend: {
          ...figure(spend?.days),
          currency_code: spend?.currency_code ?? null,
          is_sandbox: deps.standIns.advertising === 'sandbox',
        },
      }),
      ...(used !== false && { credits_used: figure(used) }),
    },
  }
}

/** Null when there is too much to count in time: the other figures are shown nevertheless. */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (databaseFailure(error) === 'timeout') return null
    throw error
  }
}

/** A person who comes on two days is one person. */
function activeUsers(figure: Figure, counted: VisitCounts | null): Figure {
  if (counted === null) return figure
  return {
    ...figure,
    value: counted.allUsers,
    previous: figure.previous === null ? null : counted.previousUsers,
  }
}
