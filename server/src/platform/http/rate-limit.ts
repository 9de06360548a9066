import { anonymousLimitOf, type Limit, type Operation } from '@atrium/contract'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { refuse } from '../errors.ts'
import { hashSecret } from '../secrets.ts'
import type { AnswerHeaders } from './visitor.ts'

export interface RateLimits {
  /** Counts one request of an operation in a bucket, or refuses it with 429. Sets the limit headers. */
  count(operation: Operation, bucket: string, own: number | undefined, headers: AnswerHeaders): Promise<void>
  /** Counts against a limit that is not a whole operation's, such as sign-ins per email. */
  countBy(name: string, bucket: string, perMinute: number): Promise<void>
}

export interface RateLimitSettings {
  /** Limits by operation that the operator set; `off` counts nothing. */
  limits: 'off' | ReadonlyMap<string, number>
  /** Counters live here when several nodes share them; without it in memory, exact for one process. */
  pool: Pool | null
}

const WINDOW_SECONDS = 60

/** Fixed one-minute windows, each starting with a bucket's first request. */
export function createRateLimits({ limits, pool }: RateLimitSettings): RateLimits {
  if (limits === 'off') return { count: async () => {}, countBy: async () => {} }
  const counters = new Map<string, RateLimiterMemory | RateLimiterPostgres>()

  const counterFor = (name: string, points: number) => {
    const key = `${name}:${points}`
    const known = counters.get(key)
    if (known) return known
    // The limit is part of the key: in both stores, a bucket under another limit counts on its own.
    const options = { keyPrefix: key, points, duration: WINDOW_SECONDS }
    const made = counter(pool, options)
    counters.set(key, made)
    return made
  }

  const consume = async (name: string, bucket: string, points: number): Promise<RateLimiterRes> => {
    try {
      return await counterFor(name, points).consume(keyOf(bucket))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw refuse('rate_limited', {
        headers: {
          'Retry-After': String(Math.max(1, Math.ceil(refused.msBeforeNext / 1000))),
          ...limitHeaders(name, points, refused),
        },
      })
    }
  }

  return {
    async count(operation, bucket, own, headers) {
      const { per_minute, group } = anonymousLimitOf(operation) as Limit
      const ofOperation = own ?? limits.get(operation.name)
      // An operation with a limit of its own no longer shares the count of its group.
      const name = ofOperation === undefined && group ? group : operation.name
      const points = ofOperation ?? limits.get(name) ?? per_minute
      const outcome = await consume(name, bucket, points)
      for (const [header, value] of Object.entries(limitHeaders(name, points, outcome)))
        headers.set(header, value)
    },
    async countBy(name, bucket, perMinute) {
      await consume(name, bucket, limits.get(name) ?? perMinute)
    },
  }
}

const DAY_SECONDS = 24 * 60 * 60

export interface DailyShares {
  /** Counts so much of a bucket's share of a day; returns the seconds until there is room again, null if there is now. */
  take(name: string, bucket: string, count: number, most: number): Promise<number | null>
}

/** Fixed windows of a day, each starting with a bucket's first request. */
export function createDailyShares(pool: Pool | null): DailyShares {
  const counters = new Map<string, RateLimiterMemory | RateLimiterPostgres>()
  return {
    async take(name, bucket, count, most) {
      const key = `${name}:${most}`
      const counted =
        counters.get(key) ?? counter(pool, { keyPrefix: key, points: most, duration: DAY_SECONDS })
      counters.set(key, counted)
      try {
        // Beyond the share it does not matter how much: a sum of refused requests must not outgrow the column.
        await counted.consume(keyOf(bucket), Math.min(count, most + 1))
        return null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
  }
}

function counter(
  pool: Pool | null,
  options: { keyPrefix: string; points: number; duration: number },
): RateLimiterMemory | RateLimiterPostgres {
  if (!pool) return new RateLimiterMemory(options)
  const stored = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true }
  // What is used up is refused without the database.
  const block = { inMemoryBlockOnConsumed: options.points + 1 }
  return new RateLimiterPostgres({ ...options, ...stored, ...block })
}

/** Buckets may be named by what a caller sent; the store takes short keys of plain characters. */
function keyOf(bucket: string): string {
  return /^[\w .:@+-]{1,128}$/.test(bucket) ? bucket : hashSecret(bucket).toString('base64url')
}

/** The form of the IETF draft: a policy and where this bucket stands in it. */
function limitHeaders(name: string, points: number, outcome: RateLimiterRes): Record<string, string> {
  const seconds = Math.ceil(outcome.msBeforeNext / 1000)
  return {
    'RateLimit-Policy': `"${name}";q=${points};w=${WINDOW_SECONDS}`,
    RateLimit: `"${name}";r=${outcome.remainingPoints};t=${seconds}`,
  }
}
