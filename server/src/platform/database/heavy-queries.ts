import { sql } from 'kysely'
import { refuse } from '../errors.ts'
import type { Db } from './db.ts'
import { databaseFailure } from './failures.ts'

/** For which app, and whether the one who asks is known: whoever is not has less time. */
export interface Asker {
  app_id: string
  isKnown: boolean
}

/** Reads whose cost the caller chooses. What takes too long is ended and refused, what waits too long as well. */
export type HeavyQueries = <T>(asker: Asker, work: (db: Db) => Promise<T>) => Promise<T>

export interface HeavyQueryOptions {
  /** Connections of their own, as many as may run at once: whatever is asked, all others are left alone. */
  db: Db
  atOnce: number
  /** The connections end what takes longer by themselves. */
  longestMs: number
  /** For those who are not known. */
  longestUnknownMs: number
}

/** So many may wait for their turn in one app; more would only wait in vain. */
const MOST_WAITING = 100

interface Waiting {
  app_id: string
  begin(): void
}

/** An app has at most half of the places, so that the questions of one never hold up those of another. */
export function createHeavyQueries(options: HeavyQueryOptions): HeavyQueries {
  const { db, atOnce, longestMs, longestUnknownMs } = options
  const share = Math.ceil(atOnce / 2)
  const running = new Map<string, number>()
  const waiting: Waiting[] = []
  let places = atOnce

  const mayBegin = (appId: string) => places > 0 && (running.get(appId) ?? 0) < share
  const begin = (appId: string) => {
    places--
    running.set(appId, (running.get(appId) ?? 0) + 1)
  }
  const end = (appId: string) => {
    places++
    const left = (running.get(appId) ?? 1) - 1
    if (left > 0) running.set(appId, left)
    else running.delete(appId)
    const next = waiting.findIndex(({ app_id }) => mayBegin(app_id))
    if (next >= 0) waiting.splice(next, 1)[0]?.begin()
  }

  const turn = async (appId: string, patienceMs: number): Promise<void> => {
    if (mayBegin(appId)) return begin(appId)
    if (waiting.filter(({ app_id }) => app_id === appId).length >= MOST_WAITING) throw tooMany()
    await new Promise<void>((resolve, reject) => {
      const impatience = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(tooMany())
      }, patienceMs)
      const one: Waiting = {
        app_id: appId,
        begin() {
          clearTimeout(impatience)
          begin(appId)
          resolve()
        },
      }
      waiting.push(one)
    })
  }

  /** Three statements more, for a time that is not the connection's own. */
  const within = <T>(ms: number, work: (db: Db) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
        return work(tx)
      })

  return async ({ app_id, isKnown }, work) => {
    const limitMs = isKnown ? longestMs : longestUnknownMs
    await turn(app_id, limitMs)
    try {
      return await (isKnown ? work(db) : within(limitMs, work))
    } catch (error) {
      throw databaseFailure(error) === 'timeout' ? refuse('query_too_slow', { cause: error }) : error
    } finally {
      end(app_id)
    }
  }
}

function tooMany() {
  return refuse('rate_limited', {
    message: 'This app has many slow questions under way; ask for less, or again in a moment.',
    headers: { 'Retry-After': '1' },
  })
}
