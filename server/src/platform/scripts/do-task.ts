import { depthOf, MOST_DEPTH } from './json-text.ts'
import type { CheckTask, EvaluateTask, RunTask, ScriptTask, ThreadReply } from './messages.ts'
import { faultOf, readLogs } from './read-fault.ts'
import type { Sandbox } from './sandbox.ts'
import { ScriptFault } from './scripts.ts'
import { compileScript } from './wrap-script.ts'

/** Does in the sandbox what was asked; whatever the script does, there is a reply. */
export function doTask(sandbox: Sandbox, task: ScriptTask): ThreadReply {
  sandbox.limit(task)
  if (task.do === 'evaluate') return evaluate(sandbox, task)
  return task.do === 'run' ? run(sandbox, task) : check(sandbox, task)
}

/** Each expression begins with the variables alone, whatever the one before did to them or to the language. */
function evaluate(
  sandbox: Sandbox,
  { expressions, names, values, bytes, outputBytes }: EvaluateTask,
): ThreadReply {
  const texts: string[] = []
  let room = outputBytes
  let toVariables = () => {}
  for (const [expression, code] of expressions.entries()) {
    const fault = faultOf(sandbox, () => {
      if (expression === 0) {
        sandbox.reset(bytes)
        sandbox.call('prepare', [values])
        if (expressions.length > 1) toVariables = sandbox.remember()
      } else {
        toVariables()
      }
      const compiled = compileScript(sandbox, { code, form: 'expression', names }, 'run')
      const text = readValue(sandbox.call('evaluate', [compiled, room]), room)
      room -= Buffer.byteLength(text)
      texts.push(text)
    })
    if (fault) return reply(sandbox, { fault: { ...fault, expression } })
  }
  return reply(sandbox, { texts })
}

function run(sandbox: Sandbox, { code, names, values, seed, bytes, outputBytes }: RunTask): ThreadReply {
  const texts: string[] = []
  const fault = faultOf(sandbox, () => {
    sandbox.reset(bytes)
    const compiled = compileScript(sandbox, { code, form: 'body', names }, 'run')
    sandbox.call('start', [compiled, values, JSON.stringify(seed)])
    sandbox.settle()
    if (sandbox.isLate()) return
    texts.push(readValue(sandbox.call('finish', [outputBytes]), outputBytes))
  })
  return reply(sandbox, { texts, fault, logs: readLogs(sandbox) })
}

function check(sandbox: Sandbox, { code, form, bytes }: CheckTask): ThreadReply {
  const fault = faultOf(sandbox, () => {
    sandbox.reset(bytes)
    compileScript(sandbox, { code, form, names: [] }, 'check')
  })
  return reply(sandbox, { fault })
}

function reply(sandbox: Sandbox, parts: Partial<ThreadReply>): ThreadReply {
  return { texts: [], logs: [], fault: null, ...parts, isSpent: sandbox.hasFailed() || sandbox.hasGrown() }
}

/** The JSON of a value; the first letter says what `inside.ts` made of it. */
function readValue(written: string, mostBytes: number): string {
  const json = written.slice(1)
  switch (written[0]) {
    case 'v':
      if (Buffer.byteLength(json) > mostBytes) throw tooLarge()
      if (depthOf(json) > MOST_DEPTH) throw tooDeep()
      return json
    case 'l':
      throw tooLarge()
    case 'd':
      throw tooDeep()
    default:
      throw new ScriptFault('script_threw', 'the script waits for a promise that nothing will ever resolve')
  }
}

function tooLarge(): ScriptFault {
  return new ScriptFault('script_output_too_large', 'the result is larger than it may be')
}

function tooDeep(): ScriptFault {
  return new ScriptFault(
    'script_output_too_large',
    `the result is nested more than ${MOST_DEPTH} levels deep`,
  )
}
