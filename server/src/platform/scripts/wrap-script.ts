import type { QuickJSHandle } from 'quickjs-emscripten-core'
import { readThrown } from './read-fault.ts'
import { type CompileMode, type Sandbox, Thrown } from './sandbox.ts'
import { ScriptFault, type ScriptForm } from './scripts.ts'

/** The text becomes a function of the names; a body may declare the same names again. */
const WRAPPED: Record<ScriptForm, (code: string, names: readonly string[]) => string> = {
  expression: (code, names) => `(function(${names}){"use strict";return(\n${code}\n)})`,
  body: (code, names) => `(function(${names}){"use strict";return(async()=>{\n${code}\n})()})`,
}

export interface Script {
  code: string
  form: ScriptForm
  names: readonly string[]
}

/** The function that a script becomes; refuses a text of the wrong form. */
export function compileScript(
  sandbox: Sandbox,
  { code, form, names }: Script,
  how: CompileMode,
): QuickJSHandle {
  try {
    // Brackets that close our own parentheses do not fit into these.
    if (form === 'expression') sandbox.compile(`[\n${code}\n]`, 'check')
    return sandbox.compile(WRAPPED[form](code, names), how)
  } catch (error) {
    if (!(error instanceof Thrown) || sandbox.isLate()) throw error
    const { name, message, line } = readThrown(sandbox, error)
    if (name === 'RangeError') throw new ScriptFault('script_syntax', `the ${form} is nested too deep`)
    if (name !== 'SyntaxError') throw error
    const lines = code.split('\n').length
    const isAfterEnd = line !== null && line > lines
    throw new ScriptFault('script_syntax', isAfterEnd ? `the ${form} ends too early` : message, {
      line: line === null ? null : Math.min(line, lines),
    })
  }
}
