import type { Log } from './log.ts'
import { tolerate } from './tolerate.ts'

export interface Lease {
  /** Nothing more is written when this resolves. */
  end(): Promise<void>
}

/** Extends the lease of some work again and again while it is carried out, three times in the time that it lasts. */
export function holdLease<News>(options: {
  log: Log
  /** Whose lease, for the log. */
  of: string
  seconds: number
  /** Null: somebody else has the work, or it has ended. */
  extend(): Promise<News | null>
  onLost(): void
  /** What was read with the extension. */
  onNews(news: News): void
}): Lease {
  const { log, of, seconds, onLost, onNews } = options
  let writing: Promise<void> | null = null
  const extend = async () => {
    // A database that is silent for a moment is no reason to end the work: the lease has time left.
    const extended = await tolerate<News | null | typeof NO_NEWS>(
      log,
      `the lease of ${of} was not extended`,
      options.extend(),
      NO_NEWS,
    )
    if (extended === NO_NEWS) return
    if (extended === null) onLost()
    else onNews(extended)
  }
  const timer = setInterval(
    () => {
      writing ??= extend().finally(() => {
        writing = null
      })
    },
    (seconds * 1_000) / 3,
  )
  return {
    async end() {
      clearInterval(timer)
      await writing
    },
  }
}

const NO_NEWS = Symbol('the database did not answer')
