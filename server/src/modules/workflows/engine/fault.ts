import type { WorkflowFault } from '@atrium/contract/workflow-definition'

const TYPES = 'https://serverlessworkflow.io/spec/1.0.0/errors'

/** Kinds of faults, as the standard names them. */
export type FaultKind =
  | 'communication'
  | 'timeout'
  | 'expression'
  | 'validation'
  | 'runtime'
  | 'configuration'

/** How a fault is stored with its step, and what a `catch` sees of it. */
export interface StoredFault extends WorkflowFault {
  code: string
  message: string
}

export interface FaultOptions {
  status?: number
  title?: string
  /** When the other side said to come again. */
  retryAfterMs?: number | undefined
  /** It may go well the next time. */
  isPassing?: boolean
}

/** What went wrong in a step. A `try` around the step can catch it; else the run fails with it. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly type: string
  readonly code: string
  readonly status: number
  readonly title: string | undefined
  readonly retryAfterMs: number | undefined
  readonly isPassing: boolean
  /** The step that it began in. */
  stepId: string | null = null

  constructor(type: FaultKind | (string & {}), code: string, message: string, options: FaultOptions = {}) {
    super(storable(message))
    this.type = KINDS.has(type) ? `${TYPES}/${type}` : storable(type)
    this.code = code
    this.status = options.status ?? STATUSES[type as FaultKind] ?? 500
    this.title = options.title === undefined ? undefined : storable(options.title)
    this.retryAfterMs = options.retryAfterMs
    this.isPassing = options.isPassing ?? false
  }
}

/** What a database can hold, and a person reads. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, LONGEST_MESSAGE).toWellFormed()
}

const LONGEST_MESSAGE = 2_000
const STATUSES: Record<FaultKind, number> = {
  communication: 502,
  timeout: 408,
  expression: 400,
  validation: 400,
  runtime: 500,
  configuration: 400,
}
const KINDS = new Set<string>(Object.keys(STATUSES))

export function storedFault({ type, status, title, code, message }: Fault): StoredFault {
  return { type, status, ...(title !== undefined && { title }), detail: message, code, message }
}

export function faultOf({ type, code, message, status, title }: StoredFault, stepId: string): Fault {
  const fault = new Fault(type, code, message, { status, ...(title !== undefined && { title }) })
  fault.stepId = stepId
  return fault
}
