import type { ForkTask, TaskList } from '@atrium/contract/workflow-definition'
import type { Done, HeldRun, Scope, Step } from '../held-run.ts'
import { Abandoned, Suspended } from '../stops.ts'

/** Carries out the branches side by side. One that fails stops the others, and so does the first to finish of a race. */
export async function fork(step: Step<ForkTask>): Promise<Done> {
  const { held, scope, task } = step
  const { branches, compete = false } = task.fork
  const controller = new AbortController()
  const signal = AbortSignal.any([scope.signal, controller.signal])
  held.branches.fork(branches.length)
  const contexts = branches.map(() => ({ value: scope.context.value }))
  const outcomes = await allOf(
    branches.map((branch, at) => () => {
      const context = contexts[at] ?? scope.context
      return runBranch(held, { ...scope, context, signal, prefix: `${step.id}.` }, branch, step.input)
    }),
    held,
    (outcome) => {
      if (compete ? outcome.isDone : !outcome.isDone && !(outcome.error instanceof Suspended)) {
        controller.abort(new Abandoned())
      }
    },
  )
  const winner = outcomes.find((one) => one.isDone)
  if (compete && winner?.isDone) {
    leaveUnfinished(step)
    return { output: winner.output }
  }
  const failed = outcomes.flatMap((one) => (one.isDone ? [] : [one.error]))
  const first = failed.find((error) => !(error instanceof Abandoned) && !(error instanceof Suspended))
  if (first) leaveUnfinished(step)
  if (failed.length > 0) throw first ?? failed[0]
  scope.context.value = joined(scope.context.value, contexts)
  return { output: outcomes.map((one) => (one.isDone ? one.output : null)) }
}

type Outcome = { isDone: true; output: unknown } | { isDone: false; error: unknown }

/** In their order, whatever becomes of each; `seen` gets them as they come. */
async function allOf(
  works: readonly (() => Promise<unknown>)[],
  { branches }: HeldRun,
  seen: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  let left = works.length
  return Promise.all(
    works.map(async (work) => {
      const outcome: Outcome = await work().then(
        (output) => ({ isDone: true as const, output }),
        (error: unknown) => ({ isDone: false as const, error }),
      )
      seen(outcome)
      left -= 1
      // A branch that is suspended stopped counting when it began to wait.
      const isSuspended = !outcome.isDone && outcome.error instanceof Suspended
      if (left > 0 && !isSuspended) branches.join()
      return outcome
    }),
  )
}

function runBranch(held: HeldRun, scope: Scope, branch: TaskList[number], input: unknown): Promise<unknown> {
  return held.runList(scope, [branch], input)
}

/** What the branches that were stopped had begun. */
function leaveUnfinished({ held, id }: Step<ForkTask>): void {
  const completed_at = held.deps.clock.now()
  for (const row of held.journal.unfinished()) {
    if (row.id.startsWith(`${id}.`))
      held.journal.put(row, { status: 'cancelled', completed_at, due_at: null })
  }
}

/** What each branch made of the context, one over the other in their order. */
function joined(before: unknown, contexts: readonly { value: unknown }[]): unknown {
  const changed = contexts.map(({ value }) => value).filter((value) => value !== before)
  if (changed.length === 0) return before
  return changed.length > 1 && changed.every(isObject) ? Object.assign({}, ...changed) : changed.at(-1)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
