import { type Limit, type Operation, operation, perMinute } from '@atrium/contract'
import { Type } from 'typebox'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import type { ApiError } from '../errors.ts'
import { createDailyShares, createRateLimits, type RateLimits } from './rate-limit.ts'

const database = useStarted(migratedDatabase)

function limited(name: Operation['name'], limit: Limit): Operation {
  return operation({
    name,
    summary: '',
    method: 'GET',
    path: '/',
    credential: null,
    limit,
    answer: Type.Any(),
  })
}

/** `ok`, or what the refusal says; with the headers the answer would carry. */
async function call(limits: RateLimits, op: Operation, bucket: string, own?: number) {
  const headers: Record<string, string> = {}
  const set = (name: string, value: string) => {
    headers[name] = value
  }
  try {
    await limits.count(op, bucket, own, { set })
    return { code: 'ok', headers }
  } catch (error) {
    const { code, headers: more } = error as ApiError
    return { code, headers: { ...headers, ...more } }
  }
}

async function codes(times: number, ...args: Parameters<typeof call>): Promise<string[]> {
  const answers: string[] = []
  for (let turn = 0; turn < times; turn++) answers.push((await call(...args)).code)
  return answers
}

let names = 0
/** Of its own for each test: the database keeps counts. */
const freshName = () => `toys.${names++}` as const

const stores = [
  ['in memory', () => null],
  ['in PostgreSQL', () => database.pool],
] as const

describe.each(stores)('limits %s', (_name, poolOf) => {
  const create = (limits: ReadonlyMap<string, number> = new Map()) =>
    createRateLimits({ limits, pool: poolOf() })

  test('let exactly as many pass as they say, each bucket for itself', async () => {
    const limits = create()
    const op = limited(freshName(), perMinute(3, 'caller'))
    expect(await codes(5, limits, op, 'a')).toEqual(['ok', 'ok', 'ok', 'rate_limited', 'rate_limited'])
    expect(await codes(1, limits, op, 'b')).toEqual(['ok'])
    expect(await codes(1, limits, limited(freshName(), perMinute(3, 'caller')), 'a')).toEqual(['ok'])
  })

  test('shares of a day are counted by amount, each bucket for itself', async () => {
    const shares = createDailyShares(poolOf())
    const name = freshName()
    const take = (bucket: string, count: number) => shares.take(name, bucket, count, 10)
    expect([await take('a', 4), await take('a', 6)]).toEqual([null, null])
    const seconds = await take('a', 1_000_000_000)
    expect(seconds).toBeGreaterThan(24 * 60 * 60 - 600)
    expect(seconds).toBeLessThanOrEqual(24 * 60 * 60)
    for (let turn = 0; turn < 3; turn++) expect(await take('a', 2_000_000_000)).not.toBeNull()
    expect(await take('b', 10)).toBeNull()
  })

  test('hold for requests that come at once', async () => {
    const limits = create()
    const op = limited(freshName(), perMinute(10, 'caller'))
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(limits, op, 'a')))
    expect(answers.filter(({ code }) => code === 'ok')).toHaveLength(10)
  })

  test('say on every answer where the bucket stands', async () => {
    const limits = create()
    const name = freshName()
    const op = limited(name, perMinute(2, 'caller'))
    vi.useFakeTimers({ toFake: ['Date'] }) // no second passes between them
    onTestFinished(() => void vi.useRealTimers())
    const answers = [await call(limits, op, 'a'), await call(limits, op, 'a'), await call(limits, op, 'a')]
    expect(answers.map(({ headers }) => headers['RateLimit-Policy'])).toEqual(
      Array(3).fill(`"${name}";q=2;w=60`),
    )
    expect(answers.map(({ headers }) => /;r=(\d+);t=(?:59|60)$/.exec(headers.RateLimit ?? '')?.[1])).toEqual([
      '1',
      '0',
      '0',
    ])
    const wait = Number(answers[2]?.headers['Retry-After'])
    expect(wait).toBeGreaterThan(55)
    expect(wait).toBeLessThanOrEqual(60)
    expect(answers[0]?.headers['Retry-After']).toBeUndefined()
  })

  test('start again a minute after the first request, not earlier', async () => {
    const limits = create()
    const op = limited(freshName(), perMinute(1, 'caller'))
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: start })
    try {
      await call(limits, op, 'a')
      vi.setSystemTime(start + 59_000)
      vi.advanceTimersByTime(59_000 - (Date.now() - start))
      expect(await codes(1, limits, op, 'a')).toEqual(['rate_limited'])
      vi.advanceTimersByTime(1_500)
      expect(await codes(2, limits, op, 'a')).toEqual(['ok', 'rate_limited'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('name no time to come back at which it would still be refused', async () => {
    const limits = create()
    const op = limited(freshName(), perMinute(1, 'caller'))
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const start = Date.now()
    await call(limits, op, 'a')
    for (const passed of [29_400, 59_400]) {
      vi.setSystemTime(start + passed)
      const { headers } = await call(limits, op, 'a')
      expect(Number(headers['Retry-After']) * 1000).toBeGreaterThanOrEqual(60_000 - passed)
    }
  })

  test('of one group are one count', async () => {
    const limits = create()
    const group = freshName()
    const [one, other] = [freshName(), freshName()].map((name) => limited(name, perMinute(2, 'pool', group)))
    expect(await codes(1, limits, one as Operation, 'a')).toEqual(['ok'])
    expect(await codes(2, limits, other as Operation, 'a')).toEqual(['ok', 'rate_limited'])
    expect(await codes(1, limits, one as Operation, 'a')).toEqual(['rate_limited'])
  })

  test('can be set for an operation, which then leaves its group, or for the whole group', async () => {
    const [group, own, first, second] = [freshName(), freshName(), freshName(), freshName()]
    const limits = create(
      new Map([
        [own, 1],
        [group, 2],
      ]),
    )
    const inGroup = (name: typeof group) => limited(name, perMinute(9, 'pool', group))
    expect(await codes(2, limits, inGroup(own), 'a')).toEqual(['ok', 'rate_limited'])
    expect(await codes(1, limits, inGroup(first), 'a')).toEqual(['ok'])
    expect(await codes(2, limits, inGroup(second), 'a')).toEqual(['ok', 'rate_limited'])
  })

  test('leave the group also where they are as high as its own, and are named after the operation', async () => {
    const [group, own, other] = [freshName(), freshName(), freshName()]
    const limits = create(new Map([[own, 2]]))
    const inGroup = (name: typeof group) => limited(name, perMinute(2, 'pool', group))
    expect(await codes(2, limits, inGroup(other), 'a')).toEqual(['ok', 'ok'])
    const { code, headers } = await call(limits, inGroup(own), 'a')
    expect([code, headers['RateLimit-Policy']]).toEqual(['ok', `"${own}";q=2;w=60`])
    expect(await codes(2, limits, inGroup(own), 'b', 2)).toEqual(['ok', 'ok'])
    expect(await codes(2, limits, inGroup(other), 'b')).toEqual(['ok', 'ok'])
  })

  test('of a workspace win over those of the operator, and count on their own', async () => {
    const name = freshName()
    const limits = create(new Map([[name, 1]]))
    const op = limited(name, perMinute(9, 'pool', freshName()))
    expect(await codes(3, limits, op, 'a', 2)).toEqual(['ok', 'ok', 'rate_limited'])
    expect(await codes(2, limits, op, 'a')).toEqual(['ok', 'rate_limited'])
  })

  test('of nothing let nothing pass', async () => {
    const op = limited(freshName(), perMinute(9, 'caller'))
    expect(await codes(1, create(), op, 'a', 0)).toEqual(['rate_limited'])
  })

  test('by something else than an operation count too', async () => {
    const limits = create()
    const name = freshName()
    await limits.countBy(name, 'a@example.com', 1)
    await expect(limits.countBy(name, 'a@example.com', 1)).rejects.toMatchObject({ code: 'rate_limited' })
    await limits.countBy(name, 'b@example.com', 1)
  })

  test('take any bucket name', async () => {
    const limits = create()
    const op = limited(freshName(), perMinute(1, 'caller'))
    for (const bucket of [
      '',
      'x'.repeat(5_000),
      "'; drop table rate_limits; --",
      '__proto__',
      'a\0b',
      '\ud800',
    ]) {
      expect(await codes(2, limits, op, bucket)).toEqual(['ok', 'rate_limited'])
    }
  })
})

test('nodes on one database share their counts', async () => {
  const nodes = [1, 2].map(() => createRateLimits({ limits: new Map(), pool: database.pool }))
  const op = limited(freshName(), perMinute(4, 'caller'))
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => call(nodes[turn % 2] as RateLimits, op, 'a')),
  )
  expect(answers.filter(({ code }) => code === 'ok')).toHaveLength(4)
})

test('switched off, nothing counts', async () => {
  const limits = createRateLimits({ limits: 'off', pool: null })
  expect(await codes(3, limits, limited(freshName(), perMinute(1, 'caller')), 'a')).toEqual([
    'ok',
    'ok',
    'ok',
  ])
})
