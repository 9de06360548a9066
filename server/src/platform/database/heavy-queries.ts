import { refuse } from '../errors.ts'
import type { Db, Tx } from './db.ts'
import { withinTime } from './within-time.ts'

/** Reads whose cost the caller chooses. What takes too long, waiting or running, is ended and refused. */
export type HeavyQueries = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Only so many at once, the others wait: whatever is asked, connections are left for everything else. */
export function createHeavyQueries(options: { db: Db; atOnce: number; longestMs: number }): HeavyQueries {
  const { db, atOnce, longestMs } = options
  const waiting: (() => void)[] = []
  let running = 0

  const turn = (): Promise<void> => {
    if (running < atOnce) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const impatience = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(refuse('query_too_slow'))
      }, longestMs)
      const begin = () => {
        clearTimeout(impatience)
        resolve()
      }
      waiting.push(begin)
    })
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return async (work) => {
    await turn()
    try {
      return await withinTime(db, longestMs, work)
    } finally {
      leave()
    }
  }
}
