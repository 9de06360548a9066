import { expect, test } from 'vitest'
import type { OutboundErrorType, OutboundOutcome } from '../../../ports/outbound-http/port.ts'
import { askedWait, waitBeforeNext } from './retry-rules.ts'

const NOW = Date.parse('2026-11-17T09:30:00Z')

test.each([
  [429, 'GET', true],
  [429, 'POST', true],
  [503, 'GET', true],
  [503, 'HEAD', true],
  [503, 'POST', false],
  [503, 'DELETE', false],
  [500, 'GET', false],
  [502, 'GET', false],
  [401, 'GET', false],
  [200, 'GET', false],
])('%i for %s is repeated: %s', (status, method, isRepeated) => {
  expect(waitBeforeNext({ method, headers: {} }, answered(status), 1, NOW) !== null).toBe(isRepeated)
})

test.each([
  ['connection_refused', false, 'POST', true],
  ['connection_reset', true, 'GET', true],
  ['connection_reset', true, 'POST', false],
  ['dns_error', false, 'POST', true],
  ['network_error', true, 'PATCH', false],
  ['timeout', false, 'GET', false],
  ['blocked_address', false, 'GET', false],
  ['tls_error', false, 'GET', false],
  ['invalid_response', true, 'GET', false],
] as const)('%s with sent %s for %s is repeated: %s', (error_type, sent, method, isRepeated) => {
  expect(waitBeforeNext({ method, headers: {} }, failed(error_type, sent), 1, NOW) !== null).toBe(isRepeated)
})

test('an idempotency key lets what changes something be repeated', () => {
  const request = { method: 'POST', headers: { 'Idempotency-Key': 'k' } }
  expect(waitBeforeNext(request, answered(503), 1, NOW)).toBe(200)
  expect(waitBeforeNext(request, failed('connection_reset', true), 2, NOW)).toBe(800)
})

test('a read that a header makes something else is not repeated as a read', () => {
  const request = { method: 'GET', headers: { 'X-HTTP-Method-Override': 'DELETE' } }
  expect(waitBeforeNext(request, answered(503), 1, NOW)).toBeNull()
})

test('there are three attempts', () => {
  const waits = [1, 2, 3, 4].map((attempt) =>
    waitBeforeNext({ method: 'GET', headers: {} }, answered(429), attempt, NOW),
  )
  expect(waits).toEqual([200, 800, null, null])
})

test.each([
  ['7', 7_000],
  [' 0 ', 0],
  ['1.5', 1_500],
  ['Tue, 17 Nov 2026 09:30:09 GMT', 9_000],
  ['Tue, 17 Nov 2026 09:29:00 GMT', 0],
  ['-1', null],
  ['soon', null],
  ['99999999999999999999', null],
  ['', null],
])('Retry-After %j asks for %j ms', (header, ms) => {
  expect(askedWait({ 'retry-after': header }, NOW)).toBe(ms)
  expect(waitBeforeNext({ method: 'GET', headers: {} }, answered(429, header), 1, NOW)).toBe(ms ?? 200)
})

function answered(status: number, retryAfter?: string): OutboundOutcome {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  return { kind: 'answered', status, headers, body: Buffer.alloc(0), truncated: false, durationMs: 1 }
}

function failed(error_type: OutboundErrorType, sent: boolean): OutboundOutcome {
  return { kind: 'failed', error_type, message: '', durationMs: 1, sent }
}
