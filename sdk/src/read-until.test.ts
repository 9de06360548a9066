import { expect, onTestFinished, test, vi } from 'vitest'
import { readUntil } from './read-until.ts'

test('looks soon at first, and later not more often than reads are allowed', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const start = performance.now()
  const times: number[] = []
  const read = async () => ({ at: times.push(performance.now() - start) })
  const found = readUntil(read, () => false, { timeoutMs: 300_000 })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await found).toBeNull()
  expect(times.slice(0, 3)).toEqual([0, 500, 1_125])
  const waits = times.slice(1).map((time, n) => time - (times[n] ?? 0))
  expect(Math.max(...waits)).toBe(2_000)
  // At its end it looks once more.
  expect(times.at(-1)).toBe(300_000)
  const inMinute = (n: number) => times.filter((time) => time >= n * 60_000 && time < (n + 1) * 60_000)
  for (const minute of [0, 1, 4]) expect(inMinute(minute).length).toBeLessThan(35)
})
