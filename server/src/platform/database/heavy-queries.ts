import { refuse } from '../errors.ts'
import { createFairQueue } from '../threads/fair-queue.ts'
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
  /** Of several statements, each but the first comes after `goOn`, which refuses when the time is over. */
  work: (db: Db, goOn: () => void) => Promise<T>,
  /** Of what was found. Those who are not known are let in again when so many bytes are within their pace. */
  bytesOf?: (found: T) => number,
) => Promise<T>

export interface HeavyQueryOptions {
  known: HeavyConnections
  unknown: HeavyConnections
}

/** Of their own, as many as may run at once: whatever is asked, all others are left alone. */
export interface HeavyConnections {
  db: Db
  atOnce: number
  /** They end by themselves what takes longer. */
  longestMs: number
}

/** So many may wait for their turn in one share; more would only wait in vain. */
const MOST_WAITING = 100

/** For each place of those who are not known: what is found is read and written by the thread that answers everybody. */
const UNKNOWN_BYTES_A_SECOND = 8 * 1_048_576

export function createHeavyQueries({ known, unknown }: HeavyQueryOptions): HeavyQueries {
  const takeKnown = createTurns(known)
  const takeUnknown = createTurns(unknown)

  return async ({ of, isKnown }, work, bytesOf = () => 0) => {
    const end = await (isKnown ? takeKnown : takeUnknown)(of)
    let restMs = 0
    try {
      const { db, longestMs } = isKnown ? known : unknown
      const until = performance.now() + longestMs
      const found = await work(db, () => {
        if (performance.now() > until) throw refuse('query_too_slow')
      })
      if (!isKnown) restMs = restAfter(bytesOf(found))
      return found
    } catch (error) {
      if (error instanceof AnswerTooLarge) {
        if (!isKnown) restMs = restAfter(error.bytes)
        throw refuse('answer_too_large')
      }
      throw databaseFailure(error) === 'timeout' ? refuse('query_too_slow', { cause: error }) : error
    } finally {
      end(restMs)
    }
  }
}

const restAfter = (bytes: number) => Math.floor((bytes * 1_000) / UNKNOWN_BYTES_A_SECOND)

/** Ends a turn. Its place is free at once, its share when the rest is over. */
type EndTurn = (restMs: number) => void

/** A share is at most half of the places, so that the questions of one app never hold up those of another. */
function createTurns({ atOnce, longestMs }: HeavyConnections): (of: string) => Promise<EndTurn> {
  const share = Math.ceil(atOnce / 2)
  const taken = new Map<string, number>()
  const waiting = createFairQueue<() => void>()
  let places = atOnce

  const roomOf = (of: string) => Math.min(places, share - (taken.get(of) ?? 0))
  const take = (of: string) => {
    taken.set(of, (taken.get(of) ?? 0) + 1)
    places--
  }
  const leave = (of: string) => {
    const left = (taken.get(of) ?? 0) - 1
    if (left > 0) taken.set(of, left)
    else taken.delete(of)
    letIn()
  }
  const letIn = () => waiting.take(roomOf)?.()

  return async (of) => {
    if (roomOf(of) > 0) take(of)
    else {
      if (waiting.lengthOf(of) >= MOST_WAITING) throw tooMany()
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          clearTimeout(impatience)
          take(of)
          resolve()
        }
        const impatience = setTimeout(() => {
          waiting.remove(of, begin)
          reject(tooMany())
        }, longestMs)
        waiting.add(of, begin)
      })
    }
    return (restMs) => {
      places++
      if (restMs === 0) return leave(of)
      setTimeout(leave, restMs, of).unref()
      letIn()
    }
  }
}

function tooMany() {
  return refuse('rate_limited', {
    message: 'Many slow questions are under way here; ask for less, or again in a moment.',
    headers: { 'Retry-After': '1' },
  })
}
