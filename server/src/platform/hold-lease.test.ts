import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdLease } from './hold-lease.ts'
import { createLog } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a lease is extended until its end, and says what it learned', async () => {
  const answers = ['', 'cancel', new Error('The database is silent'), null]
  const happened: unknown[] = []
  const lease = holdLease<string>({
    ...{ log: createLog('silent'), of: 'some work', seconds: 60 },
    async extend() {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer ?? null
    },
    onLost: () => happened.push('lost'),
    onNews: (news) => happened.push(news),
  })
  await vi.advanceTimersByTimeAsync(19_999)
  expect(answers.length).toBe(4)
  await vi.advanceTimersByTimeAsync(60_001)
  expect(happened).toEqual(['', 'cancel', 'lost'])
  await lease.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(happened.length).toBe(3)
})

test('its end waits for the extension that is under way', async () => {
  const answer = Promise.withResolvers<string>()
  const happened: string[] = []
  const lease = holdLease<string>({
    ...{ log: createLog('silent'), of: 'some work', seconds: 60, extend: () => answer.promise },
    onLost: () => happened.push('lost'),
    onNews: (news) => happened.push(news),
  })
  await vi.advanceTimersByTimeAsync(45_000)
  const ended = lease.end().then(() => happened.push('ended'))
  answer.resolve('extended')
  await ended
  expect(happened).toEqual(['extended', 'ended'])
})
