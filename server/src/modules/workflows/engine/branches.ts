/** The branches of one run that are carried out side by side: one, and more behind a fork. */
import { Suspended } from './stops.ts'

export interface Branches {
  /** Resolves when the moment has come or the step is woken. Once all branches wait, all of them end with `Suspended`. */
  park(stepId: string, due: Date | null, signal: AbortSignal): Promise<void>
  /** So many branches go on in place of one. */
  fork(count: number): void
  /** One of them is done, and not the last. */
  join(): void
  /** Lets those go on whose moment has come, or that are named. */
  wake(now: Date, stepIds?: ReadonlySet<string>): void
}

interface Parked {
  due: Date | null
  resume(): void
  suspend(reason: Suspended): void
}

export function createBranches(): Branches {
  const parked = new Map<string, Parked>()
  let going = 1

  function suspendIfIdle(): void {
    if (going > 0) return
    const times = [...parked.values()].flatMap(({ due }) => (due ? [due.getTime()] : []))
    const reason = new Suspended(times.length > 0 ? new Date(Math.min(...times)) : null)
    for (const one of parked.values()) one.suspend(reason)
    parked.clear()
  }

  return {
    fork(count) {
      going += count - 1
    },
    join() {
      going -= 1
      suspendIfIdle()
    },
    wake(now, stepIds) {
      for (const [stepId, one] of parked) {
        if ((one.due && one.due <= now) || stepIds?.has(stepId)) one.resume()
      }
    },
    park(stepId, due, signal) {
      signal.throwIfAborted()
      return new Promise((resolve, reject) => {
        const goOn = (settle: () => void) => {
          signal.removeEventListener('abort', stop)
          parked.delete(stepId)
          going += 1
          settle()
        }
        const stop = () => goOn(() => reject(signal.reason))
        const suspend = (reason: Suspended) => {
          signal.removeEventListener('abort', stop)
          reject(reason)
        }
        parked.set(stepId, { due, resume: () => goOn(resolve), suspend })
        signal.addEventListener('abort', stop, { once: true })
        going -= 1
        suspendIfIdle()
      })
    },
  }
}
