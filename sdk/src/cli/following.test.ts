import { expect, test } from 'vitest'
import { ApiError } from '../errors.ts'
import { calmly, LOOK_MS } from './following.ts'

const refusal = (status: number, headers: Record<string, string> = {}) =>
  new ApiError(status, new Headers(headers), { code: 'refused', message: 'Not now' })

test('a server that is asked too often is asked again as late as it wants, and never at once', async () => {
  const refusals = [refusal(429, { 'retry-after': '1' }), refusal(429, { 'retry-after': '0' })]
  const times: number[] = []
  const read = async () => {
    times.push(performance.now())
    const next = refusals.shift()
    if (next) throw next
    return 'read'
  }
  expect(await calmly(read, new AbortController().signal)).toBe('read')
  const [first = 0, second = 0, third = 0] = times
  // Timers may be early by a millisecond.
  expect(second - first).toBeGreaterThanOrEqual(1_000 - 1)
  expect(third - second).toBeGreaterThanOrEqual(LOOK_MS - 1)
})

test('another refusal ends it, and so does the one who asks', async () => {
  await expect(
    calmly(() => Promise.reject(refusal(403)), new AbortController().signal),
  ).rejects.toMatchObject({
    status: 403,
  })
  const end = new AbortController()
  const asked = calmly(() => Promise.reject(refusal(429, { 'retry-after': '60' })), end.signal)
  end.abort(new Error('enough'))
  await expect(asked).rejects.toThrow()
})
