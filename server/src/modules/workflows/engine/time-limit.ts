import { Fault } from './fault.ts'
import type { HeldRun, Scope } from './held-run.ts'

/** Ends the work with a fault when it is not done by then. */
export async function limited<T>(
  held: HeldRun,
  scope: Scope,
  until: Date,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const left = until.getTime() - held.deps.clock.now().getTime()
  if (left <= 0) throw timedOut()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timedOut()), Math.min(left, LONGEST_TIMER_MS))
  const deadline = scope.deadline && scope.deadline < until ? scope.deadline : until
  const signal = AbortSignal.any([scope.signal, controller.signal])
  try {
    return await work({ ...scope, signal, deadline })
  } finally {
    clearTimeout(timer)
  }
}

export function timedOut(): Fault {
  return new Fault('timeout', 'timeout', 'It took longer than its time limit allows')
}

/** Longer ones would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
