import { sql } from 'kysely'
import { refuse } from '../errors.ts'
import type { Db } from './db.ts'
import { databaseFailure } from './failures.ts'
import { AnswerTooLarge } from './largest-answer.ts'

/** For which app, and whether the one who asks is known: strangers have less time. */
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

const NONE = { all: 0, unknown: 0 }

interface Waiting {
  asker: Asker
  begin(): void
}

/**
 * An app has at most half of the places, so that the questions of one never hold up those of another; of these, those who
 * are not known have at most half again.
 */
export function createHeavyQueries(options: HeavyQueryOptions): HeavyQueries {
  const { db, atOnce, longestMs, longestUnknownMs } = options
  const running = new Map<string, { all: number; unknown: number }>()
  const waiting: Waiting[] = []
  let places = atOnce

  const mayBegin = ({ app_id, isKnown }: Asker) => {
    const { all, unknown } = running.get(app_id) ?? NONE
    const isFull = all >= Math.ceil(atOnce / 2) || (!isKnown && unknown >= Math.ceil(atOnce / 4))
    return places > 0 && !isFull
  }
  const note = ({ app_id, isKnown }: Asker, change: 1 | -1) => {
    places -= change
    const { all, unknown } = running.get(app_id) ?? NONE
    const now = { all: all + change, unknown: unknown + (isKnown ? 0 : change) }
    if (now.all > 0) running.set(app_id, now)
    else running.delete(app_id)
  }
  const end = (asker: Asker) => {
    note(asker, -1)
    const next = waiting.findIndex(({ asker }) => mayBegin(asker))
    if (next >= 0) waiting.splice(next, 1)[0]?.begin()
  }

  const turn = async (asker: Asker, patienceMs: number): Promise<void> => {
    const { app_id } = asker
    if (mayBegin(asker)) return note(asker, 1)
    if (waiting.filter((one) => one.asker.app_id === app_id).length >= MOST_WAITING) throw tooMany()
    await new Promise<void>((resolve, reject) => {
      const impatience = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(tooMany())
      }, patienceMs)
      const one: Waiting = {
        asker,
        begin() {
          clearTimeout(impatience)
          note(asker, 1)
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

  return async (asker, work) => {
    const { isKnown } = asker
    const limitMs = isKnown ? longestMs : longestUnknownMs
    await turn(asker, limitMs)
    try {
      return await (isKnown ? work(db) : within(limitMs, work))
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw refuse('answer_too_large')
      throw databaseFailure(error) === 'timeout' ? refuse('query_too_slow', { cause: error }) : error
    } finally {
      end(asker)
    }
  }
}

function tooMany() {
  return refuse('rate_limited', {
    message: 'This app has many slow questions under way; ask for less, or again in a moment.',
    headers: { 'Retry-After': '1' },
  })
}
