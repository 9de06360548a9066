import type { AnyTask, CallTask, TaskList } from '@atrium/contract/workflow-definition'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Scripts } from '../../../platform/scripts/scripts.ts'
import type { LanguageModel } from '../../../ports/language-model/port.ts'
import type { OutboundHttp } from '../../../ports/outbound-http/port.ts'
import type { RunRow, StepRow } from '../tables.ts'
import type { ActingRun, WorkflowCalls } from '../workflow-calls.ts'
import type { Branches } from './branches.ts'
import type { RunDefinition } from './definition-store.ts'
import { fillIn } from './evaluate.ts'
import { type Journal, requireSize } from './journal.ts'

/** What steps use. */
export interface StepDeps {
  db: Db
  clock: Clock
  scripts: Scripts
  outboundHttp: OutboundHttp
  languageModel: LanguageModel
  workflowCalls: WorkflowCalls
}

/** A run that this server carries out. */
export interface HeldRun {
  deps: StepDeps
  run: RunRow
  workflow: RunDefinition
  journal: Journal
  branches: Branches
  /** Carries out a list of tasks and returns what the last one gave. */
  runList(scope: Scope, list: TaskList, input: unknown): Promise<unknown>
  /** Stores the steps in a transaction that does something else too; throws `Lost` when the run is no longer ours. */
  storeIn(tx: Db, rows: readonly StepRow[]): Promise<void>
}

/** Where in a run a task stands. */
export interface Scope {
  /** What the ids of its steps begin with. */
  prefix: string
  /** Of the loops and catches around it. */
  variables: Readonly<Record<string, unknown>>
  /** `$context`; each branch of a fork has its own. */
  context: { value: unknown }
  /** Aborted when the task is to end early, with the reason. */
  signal: AbortSignal
  /** The first of the time limits around it. */
  deadline: Date | null
  /** A `try` around it says what is tried again. */
  isTried: boolean
}

/** A task that is being carried out. */
export interface Step<T extends AnyTask = AnyTask> {
  held: HeldRun
  scope: Scope
  id: string
  task: T
  input: unknown
  row: StepRow
}

/** What a task gave, and where it goes on if not with the next one. */
export interface Done {
  output: unknown
  next?: string | undefined
}

/** One attempt of a call; `given` is what stands under `with`, filled in. */
export type Call = (step: Step<CallTask>, given: Record<string, unknown>) => Promise<unknown>

/** The template with its expressions filled in, as the step sees them. */
export async function fill(
  { held, scope, input }: Pick<Step, 'held' | 'scope' | 'input'>,
  template: unknown,
  more: { current?: unknown; variables?: Record<string, unknown> } = {},
): Promise<unknown> {
  const { run, workflow, deps } = held
  const variables = {
    $input: input,
    $context: scope.context.value,
    $workflow: {
      id: run.id,
      name: workflow.name,
      input: run.input,
      startedAt: run.started_at?.toISOString() ?? null,
    },
    ...scope.variables,
    ...more.variables,
  }
  const current = 'current' in more ? more.current : input
  // Apps take turns, so that one with many expressions does not hold up the others.
  const limits = { signal: scope.signal, group: run.app_id }
  const filled = await fillIn(deps.scripts, template, { current, variables }, limits)
  // A short template can name a large value many times.
  requireSize(filled)
  return filled
}

export function actingRun({ held }: Step): ActingRun {
  const { run, workflow } = held
  return { app_id: run.app_id, run_id: run.id, workflow_name: workflow.name, depth: run.depth + 1 }
}
