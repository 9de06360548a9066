import type { Step } from './held-run.ts'
import { timedOut } from './time-limit.ts'

/** Stores that the step waits, and waits: in memory while other branches go on, else without any. */
export async function waitFor(
  { held, scope, id }: Pick<Step, 'held' | 'scope' | 'id'>,
  until: Date | null,
): Promise<void> {
  const { journal, branches, deps } = held
  const { deadline, signal } = scope
  if (until && until <= deps.clock.now()) return
  await journal.flush()
  // Somebody may have been faster than the storing of it.
  if (journal.latest(id)?.output !== null) return
  await branches.park(id, earlier(until, deadline), signal)
  if (deadline && deadline <= deps.clock.now()) throw timedOut()
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}
