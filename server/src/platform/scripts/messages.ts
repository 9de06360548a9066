/** What goes to a thread and comes back: texts only, so that nothing of one side becomes an object of the other. */
import type { ScriptFaultCode, ScriptForm } from './scripts.ts'

/** A thread serves one kind, since the two differ in what is there before the script begins. */
export type SandboxKind = 'expressions' | 'bodies'

export interface ThreadData {
  kind: SandboxKind
  /** Compiled once for all threads. */
  engine: WebAssembly.Module
}

export interface ScriptBounds {
  milliseconds: number
  bytes: number
  outputBytes: number
}

export interface EvaluateTask extends ScriptBounds {
  do: 'evaluate'
  expressions: readonly string[]
  names: readonly string[]
  /** The values of the names, as a JSON array. */
  values: string
}

export interface RunTask extends ScriptBounds {
  do: 'run'
  code: string
  names: readonly string[]
  values: string
  /** Four numbers of 32 bits, from which `Math.random` goes on. */
  seed: readonly number[]
}

export interface CheckTask extends ScriptBounds {
  do: 'check'
  code: string
  form: ScriptForm
}

export type ScriptTask = EvaluateTask | RunTask | CheckTask

export interface ThreadFault {
  code: ScriptFaultCode
  message: string
  line: number | null
  expression: number | null
}

export interface ThreadReply {
  /** One for each value, as JSON. */
  texts: readonly string[]
  logs: readonly string[]
  fault: ThreadFault | null
  /** The thread should not be used again: its memory grew, or its engine failed. */
  isSpent: boolean
}
