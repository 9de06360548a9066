/** Fills in what a definition leaves open: the texts in it that are expressions. */

import {
  ScriptFault,
  type ScriptLimits,
  type Scripts,
  type Variables,
} from '../../../platform/scripts/scripts.ts'
import { readExpression, valueAt } from '../definition/expression.ts'
import { Fault } from './fault.ts'

/** What expressions see. `current` is what a path such as `.total` starts from. */
export interface View {
  current: unknown
  variables: Variables
}

/** The template with every expression in it replaced by its value. */
export async function fillIn(
  scripts: Scripts,
  template: unknown,
  view: View,
  limits: ScriptLimits,
): Promise<unknown> {
  const codes: string[] = []
  const places: ((value: unknown) => void)[] = []
  const filled = copy(template, (text, put) => {
    const read = readExpression(text)
    if (read.kind === 'literal') return text
    if (read.kind === 'path') return valueAt(read.path, view.current) ?? null
    codes.push(read.code)
    places.push(put)
    return null
  })
  if (codes.length === 0) return filled
  const values = await evaluate(scripts, codes, view.variables, limits)
  if (typeof template === 'string') return values[0]
  for (const [at, put] of places.entries()) put(values[at])
  return filled
}

/** A copy in which each text is what `read` returns for it; `put` puts something else there later. */
function copy(value: unknown, read: (text: string, put: (value: unknown) => void) => unknown): unknown {
  if (typeof value === 'string') return read(value, () => {})
  if (typeof value !== 'object' || value === null) return value
  const made: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {}
  for (const [key, inner] of Object.entries(value)) {
    const put = (later: unknown) =>
      // Defined, not assigned: a key such as __proto__ is a key like any other.
      Object.defineProperty(made, key, { value: later, enumerable: true, configurable: true, writable: true })
    put(typeof inner === 'string' ? read(inner, put) : copy(inner, read))
  }
  return made
}

async function evaluate(
  scripts: Scripts,
  codes: readonly string[],
  variables: Variables,
  limits: ScriptLimits,
): Promise<unknown[]> {
  try {
    return await scripts.evaluate(codes, variables, limits)
  } catch (error) {
    throw error instanceof ScriptFault ? scriptFault('expression', error) : error
  }
}

export function scriptFault(kind: 'expression' | 'runtime', { code, message, line }: ScriptFault): Fault {
  const place = line === null ? '' : ` (line ${line})`
  return new Fault(kind, code, `${message}${place}`, { isPassing: code === 'scripts_busy' })
}
