import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import { MAX_DEFINITION_BYTES } from '@atrium/contract/workflows'
import { refuse } from '../../../platform/errors.ts'
import type { ScriptFault, Scripts } from '../../../platform/scripts/scripts.ts'
import { type Check, Findings, isObject, type ScriptAt } from './findings.ts'
import { usedErrors, usedRetries } from './retry-checks.ts'
import { taskList } from './task-list-checks.ts'
import { anyObject, duration, named, object, template, text } from './value-checks.ts'

const PLACE = ['body', 'definition'] as const
/** Asked for at the same time, so that a long definition leaves room for others. */
const SCRIPTS_AT_ONCE = 8

/** The definition, or a refusal that names every place that does not fit. */
export async function checkDefinition(scripts: Scripts, definition: unknown): Promise<WorkflowDefinition> {
  const findings = new Findings()
  checkShape(definition, findings)
  if (findings.rows.length === 0) await checkScripts(scripts, findings)
  return requireNoFaults(definition, findings)
}

/** As `checkDefinition`, without a look into its scripts: what is wrong there fails the run. */
export function requireShape(definition: unknown): WorkflowDefinition {
  const findings = new Findings()
  checkShape(definition, findings)
  return requireNoFaults(definition, findings)
}

function checkShape(definition: unknown, findings: Findings): void {
  if (isObject(definition) && sizeOf(definition) > MAX_DEFINITION_BYTES) {
    findings.wrong(PLACE, `a definition has at most ${MAX_DEFINITION_BYTES / 1024} KiB`)
  } else {
    addNameFindings(definition, findings)
    whole(definition, PLACE, findings)
  }
}

function requireNoFaults(definition: unknown, { rows }: Findings): WorkflowDefinition {
  if (rows.length > 0) throw refuse('validation_error', { detail: rows })
  return definition as WorkflowDefinition // checked
}

const line = text({ most: 200 })
const whole: Check = object(
  {
    document: object({
      dsl: text({
        most: 20,
        pattern: /^1\.\d+\.\d+(-[\w.]+)?$/,
        hint: 'the version of the language is 1.0.0',
      }),
      namespace: line,
      name: line,
      version: line,
      title: line,
      summary: text({ most: 5_000 }),
      tags: anyObject,
      metadata: anyObject,
    }),
    input: object({ from: template }),
    use: object({ retries: named(usedRetries), errors: named(usedErrors) }),
    timeout: object({ after: duration(1) }, ['after']),
    do: taskList(1),
    output: object({ as: template }),
  },
  ['do'],
)

/** Tasks name what stands in `use`. */
function addNameFindings(definition: unknown, findings: Findings): void {
  if (!isObject(definition) || !isObject(definition.use)) return
  const { retries, errors } = definition.use
  for (const name of Object.keys(retries ?? {})) findings.retries.add(name)
  for (const name of Object.keys(errors ?? {})) findings.errors.add(name)
}

function sizeOf(definition: object): number {
  return Buffer.byteLength(JSON.stringify(definition))
}

/** A script that stands at several places is looked at once. */
async function checkScripts(scripts: Scripts, findings: Findings): Promise<void> {
  const different = Map.groupBy(findings.scripts, ({ form, code }) => `${form} ${code}`)
    .values()
    .toArray()
  for (let at = 0; at < different.length && !findings.isFull; at += SCRIPTS_AT_ONCE) {
    const some = different.slice(at, at + SCRIPTS_AT_ONCE)
    const faults = await Promise.all(some.map(([one]) => one && scripts.check(one.code, one.form)))
    for (const [index, same] of some.entries()) {
      const fault = faults[index]
      if (fault) for (const one of same) findings.wrong(one.place, sentence(one, fault))
    }
  }
}

function sentence({ form, code }: ScriptAt, fault: ScriptFault): string {
  if (fault.code === 'scripts_busy')
    throw refuse('server_busy', { headers: { 'Retry-After': '2' }, cause: fault })
  if (form === 'body') {
    const line = fault.line === null ? '' : ` in line ${fault.line}`
    return `the code cannot be read${line}: ${fault.message}`
  }
  const [path] = /^\.[\w$.]+/.exec(code) ?? []
  const advice = path ? `. A path stands alone; in JavaScript write $input${path}` : ''
  return `this is no JavaScript expression: ${fault.message}${advice}`
}
