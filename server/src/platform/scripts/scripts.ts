/** Runs JavaScript that other people wrote, where it can reach nothing: no files, no network, no clock to wait by. */
export interface Scripts {
  /**
   * The values of expressions, each alone, with the same variables; in their order. They have no clock and no chance, so
   * the same expressions and variables give the same values. The limits hold for all of them together.
   */
  evaluate(expressions: readonly string[], variables: Variables, limits?: ScriptLimits): Promise<unknown[]>
  /** What the body of an async function returns, and what it wrote to its console. */
  run(code: string, variables: Variables, limits?: ScriptLimits): Promise<ScriptResult>
  /** What is wrong with the form of an expression or the body of a function; null when nothing is. */
  check(code: string, form: ScriptForm): Promise<ScriptFault | null>
  close(): Promise<void>
}

export type ScriptForm = 'expression' | 'body'

/** JSON by name; a name may begin with `$`. */
export type Variables = Readonly<Record<string, unknown>>

export interface ScriptLimits {
  /** Of processor time, as good as it can be measured. */
  milliseconds?: number
  bytes?: number
  /** Of the result, written as JSON. */
  outputBytes?: number
  /** Groups take turns, so that one that sends much holds up only itself. */
  group?: string
  /** Ends the waiting and the script; the promise is rejected with its reason. */
  signal?: AbortSignal
}

export interface ScriptResult {
  value: unknown
  logs: readonly string[]
}

export type ScriptFaultCode =
  | 'script_syntax'
  | 'script_threw'
  | 'script_timed_out'
  | 'script_out_of_memory'
  | 'script_output_too_large'
  /** Too many wait for their turn. */
  | 'scripts_busy'

export interface ScriptFaultPlace {
  line?: number | null
  expression?: number | null
  logs?: readonly string[]
}

/** The only failure of a script; the message is for its author. */
export class ScriptFault extends Error {
  override readonly name = 'ScriptFault'
  readonly code: ScriptFaultCode
  /**
   * Where in the text, from 1; null where that is not known. For what was thrown the engine knows the last call or
   * statement before it.
   */
  readonly line: number | null
  /** Which of several expressions, from 0. */
  readonly expression: number | null
  /** What the script wrote to its console before. */
  readonly logs: readonly string[]

  constructor(code: ScriptFaultCode, message: string, place: ScriptFaultPlace = {}) {
    super(message)
    this.code = code
    this.line = place.line ?? null
    this.expression = place.expression ?? null
    this.logs = place.logs ?? []
  }
}

export const TOOK_TOO_LONG = 'the script took too long'

/** Whether a script can have a variable of this name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/.test(name) && !RESERVED.has(name)
}

const RESERVED: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
)
