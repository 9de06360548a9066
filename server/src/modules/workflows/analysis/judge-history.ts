import type { EarlierRun, FailureFacts } from './failure-facts.ts'
import { withoutRounds } from './find-task.ts'

export type History =
  /** No run before it ended. */
  | 'first'
  /** All before it failed. */
  | 'never_worked'
  /** It worked until the definition changed. */
  | 'regression'
  /** The same definition works at times, and fails like this at times. */
  | 'flake'
  /** The same definition worked, and fails like this each time since. */
  | 'persistent'
  /** The same definition worked, and this is the first time that it fails like this. */
  | 'new'

/** What the runs before this one say about its failure. */
export function judgeHistory({
  run,
  earlier,
  last_success,
}: Pick<FailureFacts, 'run' | 'earlier' | 'last_success'>): History {
  const ended = earlier.filter(({ status }) => status === 'completed' || status === 'failed')
  if (ended.length === 0 && !last_success) return 'first'
  if (!last_success) return 'never_worked'
  if (last_success.version !== run.version) return 'regression'
  const alike = ended.filter((before) => isAlike(before, run))
  if (alike.length === 0) return 'new'
  const lastWorking = ended.findIndex(({ status }) => status === 'completed')
  const failedBefore = lastWorking >= 0 && ended.slice(lastWorking).some((before) => isAlike(before, run))
  return failedBefore ? 'flake' : 'persistent'
}

/** Failed at the same place, for the same reason. */
export function isAlike(one: Pick<EarlierRun, 'error'>, other: Pick<EarlierRun, 'error'>): boolean {
  return one.error !== null && other.error !== null && causeOf(one.error) === causeOf(other.error)
}

function causeOf({ code, step_id }: NonNullable<EarlierRun['error']>): string {
  return JSON.stringify([code, step_id && withoutRounds(step_id)])
}
