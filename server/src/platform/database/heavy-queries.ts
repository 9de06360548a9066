import { sql } from 'kysely'
import { refuse } from '../errors.ts'
import type { Db } from './db.ts'
import { databaseFailure } from './failures.ts'
import { AnswerTooLarge } from './largest-answer.ts'

/** Whose share of the places it takes, and whether the one who asks is known: strangers have less time. */
export interface Asker {
  of: string
  isKnown: boolean
}

/** Reads whose cost the caller chooses. What takes too long is ended and refused, what waits too long as well. */
export type HeavyQueries = <T>(
  asker: Asker,
  work: (db: Db) => Promise<T>,
  /** Of what was found. Those who are not known are let in again when so many bytes are within their pace. */
  bytesOf?: (found: T) => number,
) => Promise<T>

export interface HeavyQueryOptions {
  /** Connections of their own, as many as may run at once: whatever is asked, all others are left alone. */
  db: Db
  atOnce: number
  /** The connections end what takes longer by themselves. */
  longestMs: number
  /** For those who are not known. */
  longestUnknownMs: number
}

/** So many may wait for their turn in one share; more would only wait in vain. */
const MOST_WAITING = 100

/** For each place of those who are not known: what is found is read and written by the thread that answers everybody. */
const UNKNOWN_BYTES_A_SECOND = 8 * 1_048_576

const NONE = { all: 0, unknown: 0 }

interface Waiting {
  asker: Asker
  begin(): void
}

/**
 * A share is at most half of the places, so that the questions of one app never hold up those of another; of these, those
 * who are not known have at most half again.
 */
export function createHeavyQueries(options: HeavyQueryOptions): HeavyQueries {
  const { db, atOnce, longestMs, longestUnknownMs } = options
  const running = new Map<string, { all: number; unknown: number }>()
  const waiting: Waiting[] = []
  let places = atOnce

  const mayBegin = ({ of, isKnown }: Asker) => {
    const { all, unknown } = running.get(of) ?? NONE
    const isFull = all >= Math.ceil(atOnce / 2) || (!isKnown && unknown >= Math.ceil(atOnce / 4))
    return places > 0 && !isFull
  }
  const count = (of: string, change: { all?: 1 | -1; unknown?: 1 | -1 }) => {
    const { all, unknown } = running.get(of) ?? NONE
    const now = { all: all + (change.all ?? 0), unknown: unknown + (change.unknown ?? 0) }
    if (now.all > 0 || now.unknown > 0) running.set(of, now)
    else running.delete(of)
    places -= change.all ?? 0
  }
  const begin = ({ of, isKnown }: Asker) => count(of, isKnown ? { all: 1 } : { all: 1, unknown: 1 })
  const end = (of: string, change: { all?: -1; unknown?: -1 }) => {
    count(of, change)
    const next = waiting.findIndex(({ asker }) => mayBegin(asker))
    if (next >= 0) waiting.splice(next, 1)[0]?.begin()
  }

  const turn = async (asker: Asker, patienceMs: number): Promise<void> => {
    if (mayBegin(asker)) return begin(asker)
    if (waiting.filter((one) => one.asker.of === asker.of).length >= MOST_WAITING) throw tooMany()
    await new Promise<void>((resolve, reject) => {
      const impatience = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(tooMany())
      }, patienceMs)
      const one: Waiting = {
        asker,
        begin() {
          clearTimeout(impatience)
          begin(asker)
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

  return async (asker, work, bytesOf = () => 0) => {
    const { isKnown } = asker
    const limitMs = isKnown ? longestMs : longestUnknownMs
    await turn(asker, limitMs)
    let restMs = 0
    try {
      const found = await (isKnown ? work(db) : within(limitMs, work))
      if (!isKnown) restMs = Math.floor((bytesOf(found) * 1_000) / UNKNOWN_BYTES_A_SECOND)
      return found
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw refuse('answer_too_large')
      throw databaseFailure(error) === 'timeout' ? refuse('query_too_slow', { cause: error }) : error
    } finally {
      end(asker.of, { all: -1 })
      const letIn = () => end(asker.of, { unknown: -1 })
      if (restMs > 0) setTimeout(letIn, restMs).unref()
      else if (!isKnown) letIn()
    }
  }
}

function tooMany() {
  return refuse('rate_limited', {
    message: 'Many slow questions are under way here; ask for less, or again in a moment.',
    headers: { 'Retry-After': '1' },
  })
}
