import { refuse } from '../errors.ts'
import { createFairQueue, type FairQueue } from '../threads/fair-queue.ts'
import type { Db } from './db.ts'
import { databaseFailure } from './failures.ts'
import { AnswerTooLarge } from './largest-answer.ts'

/** Whose share of the places it takes, and whether the one who asks is known: strangers have less time. */
export interface Asker {
  of: string
  isKnown: boolean
  /** Within that share turns go round among these, such as the addresses of strangers. */
  by?: string
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
/** Of these, so many by the same one. */
const MOST_WAITING_BY = 20

/** For each place of those who are not known: what is found is read and written by the thread that answers everybody. */
const UNKNOWN_BYTES_A_SECOND = 8 * 1_048_576
/** Longer, only the one who asked rests, and not all of the share. */
const MOST_REST_OF_SHARE_MS = 1_000

export function createHeavyQueries({ known, unknown }: HeavyQueryOptions): HeavyQueries {
  const takeKnown = createTurns(known)
  const takeUnknown = createTurns(unknown)

  return async ({ of, by, isKnown }, work, bytesOf = () => 0) => {
    const end = await (isKnown ? takeKnown : takeUnknown)(of, by)
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
function createTurns({ atOnce, longestMs }: HeavyConnections): (of: string, by?: string) => Promise<EndTurn> {
  const share = Math.ceil(atOnce / 2)
  const taken = new Map<string, number>()
  /** A ticket for each who waits, and in each share who they are. */
  const tickets = createFairQueue<string>()
  const waiting = new Map<string, FairQueue<() => void>>()
  const resting = new Set<string>()
  let places = atOnce

  const roomOf = (of: string) => Math.min(places, share - (taken.get(of) ?? 0))
  const isRested = (of: string) => (by: string) => (resting.has(`${of} ${by}`) ? 0 : 1)
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
  const letIn = () => {
    const of = tickets.take((one) => (waiting.get(one)?.count(isRested(one)) ? roomOf(one) : 0))
    if (of === null) return
    const begin = waiting.get(of)?.take(isRested(of))
    if (waiting.get(of)?.length === 0) waiting.delete(of)
    begin?.()
  }
  const rest = (of: string, by: string, ms: number) => {
    const one = `${of} ${by}`
    resting.add(one)
    const end = () => {
      resting.delete(one)
      letIn()
    }
    setTimeout(end, ms).unref()
    setTimeout(leave, Math.min(ms, MOST_REST_OF_SHARE_MS), of).unref()
  }
  const wait = (of: string, by: string) => {
    const those = waiting.get(of) ?? createFairQueue<() => void>()
    if (those.length >= MOST_WAITING || (by !== '' && those.lengthOf(by) >= MOST_WAITING_BY)) throw tooMany()
    waiting.set(of, those)
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(impatience)
        take(of)
        resolve()
      }
      const giveUp = () => {
        tickets.remove(of, of)
        those.remove(by, begin)
        if (those.length === 0) waiting.delete(of)
        reject(tooMany())
      }
      // Behind the turn of another one and its rest.
      const impatience = setTimeout(giveUp, longestMs + MOST_REST_OF_SHARE_MS)
      tickets.add(of, of)
      those.add(by, begin)
    })
  }

  return async (of, by = '') => {
    if (roomOf(of) > 0 && isRested(of)(by) > 0) take(of)
    else await wait(of, by)
    return (restMs) => {
      places++
      if (restMs === 0) return leave(of)
      rest(of, by, restMs)
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
