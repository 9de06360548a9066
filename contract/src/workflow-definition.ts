/**
 * What a workflow does: a subset of the CNCF Serverless Workflow DSL 1.0. These are its types; the server checks a
 * document when it is saved, and says at which place it does not fit.
 */

/** `${ … }` around JavaScript, or around a path such as `.order.total` from the input of the task. */
export type Expression = string
/** Any JSON; the texts in it that are expressions are evaluated. */
export type Template = unknown
/** `PT5S`, or `{seconds: 5}`. */
export type Duration = string | Partial<Record<DurationUnit, number>>
export type DurationUnit = 'days' | 'hours' | 'minutes' | 'seconds' | 'milliseconds'

export interface WorkflowDefinition {
  document?: {
    dsl?: string
    namespace?: string
    name?: string
    version?: string
    title?: string
    summary?: string
    tags?: Record<string, string>
  }
  input?: { from?: Template }
  use?: { retries?: Record<string, RetryPolicy>; errors?: Record<string, WorkflowFault> }
  timeout?: { after: Duration }
  do: TaskList
  output?: { as?: Template }
}

/** In order; each entry has one name, which no other of the list has. */
export type TaskList = readonly Record<string, Task>[]

export interface AnyTask {
  /** The task is skipped unless this is true. */
  if?: Expression
  /** What the task starts from, made of what the task before it gave. */
  input?: { from?: Template }
  /** What the task gives, made of its result. */
  output?: { as?: Template }
  /** What `$context` is from then on. */
  export?: { as?: Template }
  timeout?: { after: Duration }
  /** `continue` by default, `exit` of this list, `end` of the run, or the name of a task of this list. */
  then?: string
  metadata?: Record<string, unknown>
}

export type Task =
  | DoTask
  | CallTask
  | SetTask
  | SwitchTask
  | ForTask
  | ForkTask
  | TryTask
  | WaitTask
  | RaiseTask
  | EmitTask
  | RunTask
  | ListenTask

export interface DoTask extends AnyTask {
  do: TaskList
}

/** What a task can call; what each takes stands in docs/workflows.md. */
export const CALLS = [
  'http',
  'entities.create',
  'entities.update',
  'entities.delete',
  'entities.query',
  'functions.invoke',
  'connectors.call',
  'agents.send_message',
  'language_model.ask',
] as const
export type CallName = (typeof CALLS)[number]

export interface CallTask extends AnyTask {
  call: CallName
  with?: Record<string, Template>
}

export interface SetTask extends AnyTask {
  set: Template
}

/** The first case whose `when` is true, or that has none, says where it goes on. */
export interface SwitchTask extends AnyTask {
  switch: readonly Record<string, { when?: Expression; then?: string }>[]
}

export interface ForTask extends AnyTask {
  /** `each` names the item (`item` by default), `at` its place (`index` by default); both are variables with a `$`. */
  for: { each?: string; in: Expression; at?: string }
  /** It ends before the first item for which this is not true. */
  while?: Expression
  do: TaskList
}

export interface ForkTask extends AnyTask {
  /** Side by side. The result is theirs in order; with `compete` that of the first to finish, and the others stop. */
  fork: { branches: TaskList; compete?: boolean }
}

export interface TryTask extends AnyTask {
  try: TaskList
  catch: {
    /** Which faults; all of them unless it is set. */
    errors?: { with?: Partial<Pick<WorkflowFault, 'type' | 'status' | 'title'>> }
    /** The variable that holds the fault, `error` by default. */
    as?: string
    when?: Expression
    exceptWhen?: Expression
    /** A policy, or the name of one in `use.retries`. */
    retry?: RetryPolicy | string
    /** What happens when all tries failed; the run goes on with what it gives. */
    do?: TaskList
  }
}

export interface RetryPolicy {
  delay?: Duration
  backoff?: { constant?: object; linear?: object; exponential?: object }
  limit?: { attempt?: { count?: number; duration?: Duration }; duration?: Duration }
  jitter?: { from: Duration; to: Duration }
  when?: Expression
  exceptWhen?: Expression
}

export interface WaitTask extends AnyTask {
  wait: Duration
}

/** Describes a problem as RFC 9457 does. */
export interface WorkflowFault {
  type: string
  status: number
  title?: string
  detail?: string
  instance?: string
}

export interface RaiseTask extends AnyTask {
  /** A fault, or the name of one in `use.errors`. */
  raise: { error: WorkflowFault | string }
}

/** Wakes the runs of the same app that listen for it. */
export interface EmitTask extends AnyTask {
  emit: { event: { with: { type: string; data?: Template } } }
}

export interface RunTask extends AnyTask {
  run: { script: { language: 'javascript' | 'js'; code: string; arguments?: Record<string, Template> } }
}

/** The type of event that a person gives: with `runs.decide`. */
export const APPROVAL = 'approval'

export interface ListenTask extends AnyTask {
  listen: {
    to: {
      one: {
        with: {
          /** `approval`, or what another run emits. */
          type: string
          /** Of an approval: what is asked, and who may decide, by email; any editor unless it is set. */
          data?: { message?: Template; approvers?: Template }
        }
      }
    }
  }
}

export const TASK_KINDS = [
  'do',
  'call',
  'set',
  'switch',
  'for',
  'fork',
  'try',
  'wait',
  'raise',
  'emit',
  'run',
  'listen',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** `for` comes before `do`, because such a task has both; undefined when it is none that we know. */
export function kindOf(task: object): TaskKind | undefined {
  if ('for' in task) return 'for'
  return TASK_KINDS.find((kind) => kind in task)
}
