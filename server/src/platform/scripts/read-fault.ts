import type { ThreadFault } from './messages.ts'
import { type Sandbox, SCRIPT_FILE, Thrown } from './sandbox.ts'
import { ScriptFault, type ScriptFaultCode, TOOK_TOO_LONG } from './scripts.ts'

export interface ReadError {
  name: string
  message: string
  /** Of the script's own text, from 1. */
  line: number | null
}

/** What went wrong in the script, in the words for its author; null when nothing did. */
export function faultOf(sandbox: Sandbox, work: () => void): ThreadFault | null {
  try {
    work()
    return sandbox.isLate() ? TIMED_OUT : null
  } catch (error) {
    if (sandbox.isLate()) return TIMED_OUT
    if (error instanceof ScriptFault) return fault(error.code, error.message, error.line)
    if (error instanceof Thrown) return thrownFault(readThrown(sandbox, error))
    // The engine itself failed: its stack is the only part that scripts can exhaust.
    return fault('script_threw', error instanceof RangeError ? STACK : `the engine gave up: ${error}`)
  }
}

export function readThrown(sandbox: Sandbox, { value }: Thrown): ReadError {
  try {
    // `describe` of inside.ts writes three texts.
    const [name, message, stack]: [string, string, string] = JSON.parse(sandbox.ask('describe', [value]))
    return { name, message, line: lineIn(stack) }
  } catch (error) {
    if (!(error instanceof Thrown)) throw error
    return { name: '', message: 'something was thrown that cannot be shown', line: null }
  }
}

/** What the script wrote, also when it did not come to an end. */
export function readLogs(sandbox: Sandbox): readonly string[] {
  if (sandbox.hasFailed()) return []
  try {
    const [lines, leftOut]: [string[], number] = JSON.parse(sandbox.ask('logs', []))
    return leftOut > 0 ? [...lines, `(${leftOut} more)`] : lines
  } catch (error) {
    if (error instanceof Thrown) return []
    throw error
  }
}

const TIMED_OUT = fault('script_timed_out', TOOK_TOO_LONG)
const STACK = 'RangeError: Maximum call stack size exceeded'

function thrownFault({ name, message, line }: ReadError): ThreadFault {
  if (name === 'InternalError' && message === 'out of memory') {
    return fault('script_out_of_memory', 'the script needs more memory than it may have', line)
  }
  return fault('script_threw', name ? `${name}: ${message}` : message, line)
}

function fault(code: ScriptFaultCode, message: string, line: number | null = null): ThreadFault {
  return { code, message, line, expression: null }
}

const PLACE = new RegExp(`\\b${SCRIPT_FILE}:(\\d+)`)

/** The first line is our own; the engine names it where it does not know better. */
function lineIn(stack: string): number | null {
  const line = Number(PLACE.exec(stack)?.[1] ?? 0) - 1
  return line > 0 ? line : null
}
