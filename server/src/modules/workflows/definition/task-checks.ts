/** What the keywords of a task take, except for those that hold tasks. */
import { APPROVAL, type TaskKind } from '@atrium/contract/workflow-definition'
import type { Check } from './findings.ts'
import { raised } from './retry-checks.ts'
import { anyObject, duration, expression, object, oneOf, template, text } from './value-checks.ts'

type PlainKind = Exclude<TaskKind, 'do' | 'call' | 'switch' | 'for' | 'fork' | 'try'>

const MAX_CODE = 100_000

/** What every task may have. */
export const common: Readonly<Record<string, Check>> = {
  if: expression,
  input: object({ from: template }),
  output: object({ as: template }),
  export: object({ as: template }),
  timeout: object({ after: duration(1) }, ['after']),
  metadata: anyObject,
}

/** With a `$` before it this is a name in expressions, which these have already. */
const TAKEN = new Set(['input', 'output', 'context', 'workflow', 'task', 'runtime', 'secrets'])
export const variable: Check = (value, place, findings) => {
  text({ most: 64, pattern: /^[A-Za-z_]\w*$/, hint: 'a variable has letters, digits and _' })(
    value,
    place,
    findings,
  )
  if (typeof value === 'string' && TAKEN.has(value))
    findings.wrong(place, `$${value} is there already; choose another name`)
}

export const loop = object({ each: variable, in: expression, at: variable }, ['in'])

const eventType = text({
  most: 128,
  pattern: /^[\w.:/-]+$/,
  hint: 'a type has letters, digits and _ . : / -',
})
const emittedType: Check = (value, place, findings) => {
  eventType(value, place, findings)
  if (value === APPROVAL) findings.wrong(place, 'approvals are given by people, with runs.decide')
}

const code: Check = (value, place, findings) => {
  text({ most: MAX_CODE })(value, place, findings)
  if (typeof value === 'string') findings.scripts.push({ code: value, form: 'body', place })
}

const scriptArguments: Check = (value, place, findings) => {
  anyObject(value, place, findings)
  for (const name of Object.keys(value ?? {})) variable(name, [...place, name], findings)
  template(value, place, findings)
}

/** What the keyword takes, of the kinds that hold no tasks. */
export const plainKinds: Readonly<Record<PlainKind, Check>> = {
  set: template,
  wait: duration(1),
  raise: object({ error: raised }, ['error']),
  emit: object(
    { event: object({ with: object({ type: emittedType, data: template }, ['type']) }, ['with']) },
    ['event'],
  ),
  run: object(
    {
      script: object({ language: oneOf(['javascript', 'js']), code, arguments: scriptArguments }, [
        'language',
        'code',
      ]),
    },
    ['script'],
  ),
  listen: object(
    {
      to: object(
        {
          one: object(
            {
              with: object({ type: eventType, data: object({ message: template, approvers: template }) }, [
                'type',
              ]),
            },
            ['with'],
          ),
        },
        ['one'],
      ),
    },
    ['to'],
  ),
}
