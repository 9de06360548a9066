/** Carries out lists of tasks. What a stop left unfinished goes on: a step that ended is read, not done again. */
import { kindOf, type Task, type TaskKind, type TaskList } from '@atrium/contract/workflow-definition'
import { durationMs } from '../definition/duration.ts'
import type { StepRow } from '../tables.ts'
import { Fault } from './fault.ts'
import { type Done, fill, type HeldRun, type Scope, type Step } from './held-run.ts'
import { knownFault } from './journal.ts'
import { steps } from './steps/index.ts'
import { Ended } from './stops.ts'
import { limited } from './time-limit.ts'

/** In order, or as `then` says; returns what the last one gave. */
export async function runList(held: HeldRun, scope: Scope, list: TaskList, input: unknown): Promise<unknown> {
  const names = list.map((entry) => Object.keys(entry)[0] ?? '')
  const visits = new Map<string, number>()
  let value = input
  for (let at = 0; at < list.length; ) {
    const name = names[at] ?? ''
    const task = list[at]?.[name]
    if (!task) throw new Fault('configuration', 'no_task', `There is no task at place ${at + 1} of its list`)
    const visit = (visits.get(name) ?? 0) + 1
    visits.set(name, visit)
    // A jump back makes it another step, with an id of its own.
    const id = `${scope.prefix}${name}${visit > 1 ? `#${visit}` : ''}`
    const { output, next = 'continue' } = await runTask(held, scope, { id, name, task, input: value })
    value = output
    if (next === 'exit') break
    if (next === 'end') throw new Ended(value)
    at = next === 'continue' ? at + 1 : names.indexOf(next)
    if (at < 0) throw new Fault('configuration', 'no_task', `There is no task ${next} to go on with`)
  }
  return value
}

interface Given {
  id: string
  name: string
  task: Task
  input: unknown
}

async function runTask(held: HeldRun, scope: Scope, given: Given): Promise<Done> {
  const { journal } = held
  const { id, task } = given
  const known = journal.latest(id)
  if (known?.status === 'completed' || known?.status === 'skipped') {
    const isExported = known.has_context || (task.export !== undefined && known.status === 'completed')
    if (isExported) scope.context.value = known.context
    return { output: known.output, next: known.next ?? undefined }
  }
  scope.signal.throwIfAborted()
  const kind = kindOf(task)
  if (!kind) throw new Fault('configuration', 'unknown_task', `Nothing is known of how to do the task ${id}`)
  const failed = known && knownFault(known)
  // Those two try again by themselves, or not.
  if (failed && kind !== 'call' && kind !== 'try') throw failed
  const type = 'call' in task ? task.call : kind
  const row = journal.begin({ id, name: given.name, type })
  try {
    return await carryOut({ held, scope, id, task, input: given.input, row }, kind)
  } catch (error) {
    if (error instanceof Fault) {
      error.stepId ??= id
      const last = journal.latest(id)
      if (last && last.status !== 'failed') journal.fail(last, error)
    }
    throw error
  } finally {
    await journal.flushSome()
  }
}

async function carryOut(step: Step<Task>, kind: TaskKind): Promise<Done> {
  const { task, scope, input, row, held } = step
  const { clock } = held.deps
  const context = scope.context.value
  if (task.if !== undefined && !(await fill(step, task.if))) {
    held.journal.put(row, { status: 'skipped', output: input, completed_at: clock.now() })
    return { output: input }
  }
  const from = task.input?.from
  const own = from === undefined ? step : { ...step, input: await fill(step, from) }
  return finish(own, await withinTime(own, (timed) => steps[kind](timed)), context)
}

/** Makes what the task gives of its result, and notes it. */
async function finish(step: Step<Task>, done: Done, contextBefore: unknown): Promise<Done> {
  const { task, scope, held, id } = step
  const { as } = task.output ?? {}
  const about = (result: unknown) => ({ current: result, variables: { $output: result } })
  const output = as === undefined ? done.output : await fill(step, as, about(done.output))
  const exported = task.export?.as
  const changes: Partial<StepRow> = {
    status: 'completed',
    output,
    due_at: null,
    listens_to: null,
    completed_at: held.deps.clock.now(),
  }
  if (exported !== undefined) scope.context.value = await fill(step, exported, about(output))
  // Also what tasks inside it exported: once it is done, nobody looks into it again.
  if (exported !== undefined || scope.context.value !== contextBefore) {
    changes.context = scope.context.value
    changes.has_context = true
  }
  const next = done.next ?? task.then
  if (next !== undefined) changes.next = next
  // The newest attempt: the one that went well.
  held.journal.put(held.journal.latest(id) ?? step.row, changes)
  return { output, next }
}

/** Ends the work with a fault when the task takes longer than it may, also over a stop. */
async function withinTime(step: Step<Task>, work: (step: Step<Task>) => Promise<Done>): Promise<Done> {
  const { after } = step.task.timeout ?? {}
  if (after === undefined) return work(step)
  const until = new Date(step.held.journal.begunAt(step.row).getTime() + durationMs(after))
  return limited(step.held, step.scope, until, (scope) => work({ ...step, scope }))
}
