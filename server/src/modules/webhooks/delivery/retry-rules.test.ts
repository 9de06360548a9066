import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutboundErrorType, OutboundOutcome } from '../../../ports/outbound-http/port.ts'
import { retryAfter } from './retry-rules.ts'

const WAITS = [5, 60, 300]

function answered(status: number, headers: Record<string, string> = {}): OutboundOutcome {
  return { kind: 'answered', status, headers, body: Buffer.alloc(0), truncated: false, durationMs: 1 }
}

function failed(error_type: OutboundErrorType): OutboundOutcome {
  return { kind: 'failed', error_type, message: 'It failed.', durationMs: 1, sent: false }
}

describe('the wait after a failed attempt', () => {
  test('is the one of the list, a fifth more or less', () => {
    const waits = [0, 0.5, 1].map((random) => retryAfter(answered(500), 2, WAITS, random) ?? 0)
    expect(waits.map(Math.round)).toEqual([48, 60, 72])
  })

  test('there is none when the list is spent', () => {
    expect(retryAfter(answered(500), 3, WAITS, 0.5)).toBe(300)
    expect(retryAfter(answered(500), 4, WAITS, 0.5)).toBeNull()
    expect(retryAfter(failed('timeout'), 1, [], 0.5)).toBeNull()
  })

  test('there is none when the endpoint is gone for good or may not be called', () => {
    expect(retryAfter(answered(410), 1, WAITS, 0.5)).toBeNull()
    expect(retryAfter(failed('blocked_address'), 1, WAITS, 0.5)).toBeNull()
    expect(retryAfter(failed('connection_refused'), 1, WAITS, 0.5)).toBe(5)
  })

  test.each([
    ['90', 90],
    ['9999999999', 60],
    ['999999999', 120],
    ['0', 60],
    ['-1', 60],
    ['abc', 60],
    ['', 60],
    ['1e3', 60],
    [new Date(Date.now() + 3_600_000).toUTCString(), 120],
    [new Date(0).toUTCString(), 60],
  ])('Retry-After: %s makes it %d seconds of the usual 60', (header, seconds) => {
    expect(retryAfter(answered(503, { 'retry-after': header }), 2, WAITS, 0.5)).toBe(seconds)
  })

  test('stays between four fifths and twice the usual, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (header, random) => {
        const wait = retryAfter(answered(429, { 'retry-after': header }), 1, WAITS, random) ?? 0
        expect(wait).toBeGreaterThanOrEqual(4)
        expect(wait).toBeLessThanOrEqual(10)
      }),
    )
  })
})
