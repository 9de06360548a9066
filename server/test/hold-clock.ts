import { onTestFinished } from 'vitest'
import type { TestClock } from './app.ts'

/** Until the test ends the clock goes only where it is moved, however long the machine takes in the meantime. */
export function holdClock(clock: TestClock): void {
  const { now, move } = clock
  let at = now().getTime()
  clock.now = () => new Date(at)
  clock.move = (seconds) => {
    at += seconds * 1000
    move(seconds)
  }
  onTestFinished(() => void Object.assign(clock, { now, move }))
}
