import { describe, expect, test } from 'vitest'
import { pollMs } from './poll-rules.ts'
import { healthOf } from './webhook-health.ts'
import { entityNamesIn } from './webhook-words.ts'

const AT = '2026-11-15T09:30:00.000Z'

describe('the health of a webhook', () => {
  test.each([
    [{ disabled_at: null, consecutive_failures: 0 }, { state: 'on' }],
    [
      { disabled_at: null, consecutive_failures: 3 },
      { state: 'failing', failures: 3 },
    ],
    [
      { disabled_at: AT, consecutive_failures: 3 },
      { state: 'off', since: AT },
    ],
    [
      { disabled_at: AT, consecutive_failures: 20 },
      { state: 'turned_off', since: AT },
    ],
  ])('of %j is %j', (webhook, health) => {
    expect(healthOf(webhook)).toEqual(health)
  })
})

describe('the delivery log', () => {
  const now = new Date(AT)
  const pendingIn = (seconds: number) => ({
    status: 'pending' as const,
    next_attempt_at: new Date(now.getTime() + seconds * 1000).toISOString(),
  })

  test('is left alone when nothing waits', () => {
    expect(pollMs([{ status: 'failed', next_attempt_at: null }], 0, now)).toBe(false)
  })

  test('is read often while a try is near, seldom while all are far', () => {
    expect(pollMs([pendingIn(5)], 1, now)).toBe(3_000)
    expect(pollMs([pendingIn(7200)], 1, now)).toBe(30_000)
    expect(pollMs([pendingIn(7200), pendingIn(5)], 2, now)).toBe(3_000)
  })

  test('is read often while what waits is on another page', () => {
    expect(pollMs([{ status: 'failed', next_attempt_at: null }], 1, now)).toBe(3_000)
  })
})

describe('entity names', () => {
  test('are separated by commas or lines, and none means all', () => {
    expect(entityNamesIn(' Order, Customer\nOrder ,')).toEqual(['Order', 'Customer'])
    expect(entityNamesIn(' , ')).toBeNull()
  })
})
