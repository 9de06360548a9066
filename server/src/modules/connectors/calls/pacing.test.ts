import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacing } from './pacing.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal
const busy = { code: 'connector_busy', status: 503 }

test('at most so many calls leave in any second, in the order in which they came', async () => {
  const pacing = createPacing()
  const left: [number, number][] = []
  const turns = Array.from({ length: 25 }, (_, at) =>
    pacing.turn('a', 10, never).then(() => left.push([at, performance.now()])),
  )
  await vi.advanceTimersByTimeAsync(2_200)
  await Promise.all(turns)
  expect(left.map(([at]) => at)).toEqual([...turns.keys()])
  const times = left.map(([, time]) => time)
  for (let at = 10; at < times.length; at++) {
    expect((times[at] ?? 0) - (times[at - 10] ?? 0)).toBeGreaterThanOrEqual(1_000)
  }
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(2_100)
})

test('a connection does not wait for another, nor one without a bound for anything', async () => {
  const pacing = createPacing()
  await pacing.turn('a', 1, never)
  await pacing.turn('b', 1, never)
  for (let count = 0; count < 200; count++) await pacing.turn('c', undefined, never)
  for (let count = 0; count < 200; count++) await pacing.turn('d', 1e9, never)
  expect(pacing.known()).toBe(2)
})

test('less than one call a second is kept too', async () => {
  const pacing = createPacing()
  await pacing.turn('a', 0.5, never)
  const second = vi.fn()
  const turn = pacing.turn('a', 0.5, never).then(second)
  await vi.advanceTimersByTimeAsync(1_990)
  expect(second).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  await turn
})

test('when a hundred wait, the next is refused and says when to come again', async () => {
  const pacing = createPacing()
  await pacing.turn('a', 1, never)
  const waiting = Array.from({ length: 100 }, () => pacing.turn('a', 1, never))
  await expect(pacing.turn('a', 1, never)).rejects.toMatchObject({ ...busy, headers: { 'Retry-After': '1' } })
  await vi.advanceTimersByTimeAsync(101_000)
  await Promise.all(waiting)
})

test('a pause holds all calls of the connection, and the longer of two counts', async () => {
  const pacing = createPacing()
  pacing.pause('a', 5_000)
  pacing.pause('a', 1_000)
  const gone = vi.fn()
  const turn = pacing.turn('a', undefined, never).then(gone)
  await pacing.turn('b', undefined, never)
  await vi.advanceTimersByTimeAsync(4_990)
  expect(gone).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  await turn
})

test('a pause that is longer than a call lasts is said at once, and has an end', async () => {
  const pacing = createPacing()
  pacing.pause('a', 86_400_000)
  await expect(pacing.turn('a', undefined, never)).rejects.toMatchObject({
    ...busy,
    headers: { 'Retry-After': '300' },
  })
  await vi.advanceTimersByTimeAsync(300_000)
  await pacing.turn('a', undefined, never)
})

test('who leaves makes room for others, and is not let go later', async () => {
  const pacing = createPacing()
  await pacing.turn('a', 1, never)
  const control = new AbortController()
  const leaving = pacing.turn('a', 1, control.signal)
  const staying = pacing.turn('a', 1, never)
  control.abort()
  await expect(leaving).rejects.toMatchObject(busy)
  await vi.advanceTimersByTimeAsync(1_010)
  await staying
  await expect(pacing.turn('a', 1, control.signal)).rejects.toMatchObject(busy)
})

test('connections that nobody calls by are forgotten', async () => {
  const pacing = createPacing()
  for (let count = 0; count < 5_000; count++) {
    await pacing.turn(`connection ${count}`, 1, never)
    vi.advanceTimersByTime(10)
  }
  expect(pacing.known()).toBeLessThanOrEqual(1_000)
})

test('a connection that is paused, full or waited for is remembered, however many others call', async () => {
  const pacing = createPacing()
  pacing.pause('paused', 60_000)
  const gone = vi.fn()
  await pacing.turn('waited for', 0.05, never)
  const waiting = pacing.turn('waited for', 0.05, never).then(gone)
  await pacing.turn('full', 0.05, never)
  for (let count = 0; count < 5_000; count++) {
    await pacing.turn(`connection ${count}`, 1, never)
    if (count % 100 === 0) await vi.advanceTimersByTimeAsync(50)
  }
  await expect(pacing.turn('paused', undefined, never)).rejects.toMatchObject(busy)
  const leaving = new AbortController()
  const second = pacing.turn('full', 0.05, leaving.signal)
  leaving.abort()
  await expect(second).rejects.toMatchObject(busy)
  expect(gone).not.toHaveBeenCalled()
  const third = pacing.turn('waited for', 0.05, never)
  await vi.advanceTimersByTimeAsync(20_000)
  await waiting
  await vi.advanceTimersByTimeAsync(20_000)
  await third
})

test('a rest lasts as long as it is to, unless its call is over', async () => {
  const pacing = createPacing()
  const rested = vi.fn()
  const rest = pacing.rest(1_000, never).then(rested)
  await vi.advanceTimersByTimeAsync(990)
  expect(rested).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  await rest
  await pacing.rest(1_000, AbortSignal.abort())
})
