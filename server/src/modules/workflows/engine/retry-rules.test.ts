import type { RetryPolicy } from '@atrium/contract/workflow-definition'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { statusFault } from './calls/answer-faults.ts'
import { Fault } from './fault.ts'
import { policyDelay, usualDelay } from './retry-rules.ts'

const HOUR_MS = 3_600_000
const fault = (more: object = {}) =>
  new Fault('communication', 'http_status', 'no', { isPassing: true, ...more })
const most = () => 1

describe('a call that no try is around', () => {
  test('waits longer before each attempt, and has three', () => {
    expect([1, 2, 3].map((attempt) => usualDelay(fault(), attempt, most))).toEqual([1_000, 2_000, null])
    expect(usualDelay(fault(), 2, () => 0.25)).toBe(500)
  })

  test('has one where nothing would be otherwise the next time', () => {
    expect(usualDelay(fault({ isPassing: false }), 1, most)).toBeNull()
  })

  test('waits as long as it is asked to, but no longer than an hour', () => {
    expect(usualDelay(fault({ retryAfterMs: 90_000 }), 1, most)).toBe(90_000)
    expect(usualDelay(fault({ retryAfterMs: 2 * HOUR_MS }), 1, most)).toBe(HOUR_MS)
  })
})

describe('a try', () => {
  const delays = (policy: RetryPolicy, about: { fault?: Fault; spentMs?: number } = {}) =>
    [1, 2, 3, 4].map((attempt) =>
      policyDelay(policy, about.fault ?? fault(), { attempt, spentMs: about.spentMs ?? 0 }, () => 0.5),
    )
  const limit = { attempt: { count: 9 } }
  const delay = { seconds: 10 }

  test.each<[string, RetryPolicy, (number | null)[]]>([
    ['three attempts, at once, unless it says more', {}, [0, 0, null, null]],
    ['as many attempts as it says', { limit: { attempt: { count: 2 } } }, [0, null, null, null]],
    ['the same wait each time', { delay, limit }, [10_000, 10_000, 10_000, 10_000]],
    [
      'a wait that grows by itself',
      { delay, limit, backoff: { linear: {} } },
      [10_000, 20_000, 30_000, 40_000],
    ],
    [
      'a wait that doubles, up to an hour',
      { delay: { minutes: 10 }, limit, backoff: { exponential: {} } },
      [600_000, 1_200_000, 2_400_000, HOUR_MS],
    ],
    [
      'a wait by chance on top',
      { delay, limit, jitter: { from: { seconds: 1 }, to: { seconds: 3 } } },
      [12_000, 12_000, 12_000, 12_000],
    ],
  ])('has %s', (_, policy, expected) => {
    expect(delays(policy)).toEqual(expected)
  })

  test('waits no shorter than it is asked to', () => {
    expect(delays({ delay, limit }, { fault: fault({ retryAfterMs: 15_000 }) })[0]).toBe(15_000)
    expect(delays({ delay, limit }, { fault: fault({ retryAfterMs: 5_000 }) })[0]).toBe(10_000)
  })

  test('ends where the next wait would go beyond its time, the wait it is asked for included', () => {
    const policy = { delay, limit: { ...limit, duration: { seconds: 60 } } }
    expect(delays(policy, { spentMs: 50_000 })[0]).toBe(10_000)
    expect(delays(policy, { spentMs: 50_001 })[0]).toBeNull()
    expect(delays(policy, { spentMs: 0, fault: fault({ retryAfterMs: 60_001 }) })[0]).toBeNull()
  })
})

describe('an answer that is no success', () => {
  afterEach(() => vi.useRealTimers())
  const answered = (status: number, wait?: string) =>
    statusFault('The server', { status, headers: wait === undefined ? {} : { 'retry-after': wait } }, ' no ')

  test.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['0', undefined],
    ['soon', undefined],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', undefined],
  ])('with Retry-After %j asks for %j milliseconds', (text, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
    expect(answered(503, text).retryAfterMs).toBe(expected)
  })

  test('is worth another attempt by its status', () => {
    const passing = [400, 401, 404, 408, 409, 422, 425, 429, 499, 500, 503].filter(
      (status) => answered(status).isPassing,
    )
    expect(passing).toEqual([408, 425, 429, 500, 503])
    expect(answered(404).message).toBe('The server answered 404: no')
  })
})
