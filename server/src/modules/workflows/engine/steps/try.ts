import type { RetryPolicy, TryTask } from '@atrium/contract/workflow-definition'
import { withAttempts } from '../attempts.ts'
import { Fault, storedFault } from '../fault.ts'
import { type Done, fill, type Step } from '../held-run.ts'
import { policyDelay } from '../retry-rules.ts'

export async function tryAndCatch(step: Step<TryTask>): Promise<Done> {
  const { held, scope, id, task, input } = step
  const policy = policyOf(step)
  try {
    const output = await withAttempts(step, delayBy(step, policy), (attempt) => {
      const prefix = attempt > 1 ? `${id}(${attempt}).` : `${id}.`
      return held.runList({ ...scope, prefix, isTried: policy !== null }, task.try, input)
    })
    return { output }
  } catch (error) {
    if (!(error instanceof Fault) || !(await isCaught(step, error))) throw error
    if (!task.catch.do) return { output: input }
    const caught = {
      ...scope,
      prefix: catchPrefix(step),
      variables: { ...scope.variables, ...seen(step, error) },
    }
    return { output: await held.runList(caught, task.catch.do, input) }
  }
}

function policyOf({ task, held }: Step<TryTask>): RetryPolicy | null {
  const { retry } = task.catch
  if (retry === undefined) return null
  return typeof retry === 'string' ? (held.workflow.definition.use?.retries?.[retry] ?? null) : retry
}

function delayBy(step: Step<TryTask>, policy: RetryPolicy | null) {
  const wasGivenUp = step.row.status === 'failed' && hasBegunCatch(step)
  return async (fault: Fault, attempt: number): Promise<number | null> => {
    if (wasGivenUp) return null
    if (!policy || !(await isCaught(step, fault)) || !(await isMeant(step, policy, fault))) return null
    const { deps, journal } = step.held
    const spentMs = deps.clock.now().getTime() - journal.begunAt(step.row).getTime()
    return policyDelay(policy, fault, { attempt, spentMs })
  }
}

/** What comes in its place began before the run waited. */
function hasBegunCatch(step: Step<TryTask>): boolean {
  const [first] = Object.keys(step.task.catch.do?.[0] ?? {})
  return step.held.journal.latest(`${catchPrefix(step)}${first}`) !== undefined
}

function catchPrefix({ id }: Step<TryTask>): string {
  return `${id}(catch).`
}

async function isCaught(step: Step<TryTask>, fault: Fault): Promise<boolean> {
  const { errors } = step.task.catch
  const wanted = Object.entries(errors?.with ?? {})
  const stored = storedFault(fault)
  if (!wanted.every(([name, value]) => stored[name as keyof typeof stored] === value)) return false
  return isMeant(step, step.task.catch, fault)
}

async function isMeant(
  step: Step<TryTask>,
  { when, exceptWhen }: { when?: string; exceptWhen?: string },
  fault: Fault,
): Promise<boolean> {
  const view = { variables: seen(step, fault) }
  if (when !== undefined && !(await fill(step, when, view))) return false
  return exceptWhen === undefined || !(await fill(step, exceptWhen, view))
}

function seen({ task }: Step<TryTask>, fault: Fault): Record<string, unknown> {
  return { [`$${task.catch.as ?? 'error'}`]: storedFault(fault) }
}
