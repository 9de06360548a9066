import type { ValidationRow } from '../../../platform/errors.ts'

export type Place = readonly (string | number)[]

/** A part of a definition says what is wrong with a value at a place. */
export type Check = (value: unknown, place: Place, findings: Findings) => void

/** JavaScript that stands at a place. */
export interface ScriptAt {
  code: string
  form: 'expression' | 'body'
  place: Place
}

const MAX_ROWS = 20

/** What was found while a definition was read: its faults, up to what one would read, and its scripts. */
export class Findings {
  readonly rows: ValidationRow[] = []
  readonly scripts: ScriptAt[] = []
  /** The names in `use`. */
  readonly retries = new Set<string>()
  readonly errors = new Set<string>()
  tasks = 0
  expressions = 0

  add(place: Place, type: string, msg: string): void {
    if (this.rows.length < MAX_ROWS) this.rows.push({ loc: [...place], msg, type })
  }

  get isFull(): boolean {
    return this.rows.length === MAX_ROWS
  }

  missing(place: Place): void {
    this.add(place, 'missing', 'Field required')
  }

  /** For what pydantic has no word. */
  wrong(place: Place, msg: string): void {
    this.add(place, 'value_error', `Value error, ${msg}`)
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
