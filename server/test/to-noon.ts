import type { TestClock } from './app.ts'

const HALF_A_DAY_MS = 12 * 3_600_000

/** Ahead to the next noon, so that no day ends while a test looks at days (UTC). */
export function toNoon(clock: TestClock): void {
  const now = clock.now().getTime()
  const noon = (Math.floor((now + HALF_A_DAY_MS) / (2 * HALF_A_DAY_MS)) + 0.5) * 2 * HALF_A_DAY_MS
  clock.move((noon - now) / 1000)
}
