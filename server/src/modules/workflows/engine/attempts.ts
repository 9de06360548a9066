import { Fault } from './fault.ts'
import type { Step } from './held-run.ts'
import { knownFault } from './journal.ts'
import { waitFor } from './wait-for.ts'

/** How long to wait before the next attempt; null when there is none. */
export type RetryRule = (fault: Fault, attempt: number) => Promise<number | null>

/** Does the work until it goes well or the rule gives up. Attempts from before a stop count. */
export async function withAttempts<T>(
  step: Step,
  rule: RetryRule,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  const { held, id } = step
  const { journal, deps } = held
  for (;;) {
    const row = journal.latest(id) ?? step.row
    if (row.status === 'waiting' && row.due_at) {
      await waitFor(step, row.due_at)
      journal.put(row, { status: 'running', due_at: null, started_at: deps.clock.now() })
    }
    let fault = knownFault(row)
    if (!fault) {
      try {
        return await work(row.attempt)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        fault = error
        fault.stepId ??= id
        journal.fail(row, fault)
      }
    }
    const delay = await rule(fault, row.attempt)
    if (delay === null) throw fault
    journal.tryAgain(row, new Date(deps.clock.now().getTime() + delay))
  }
}
