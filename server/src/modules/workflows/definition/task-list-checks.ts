/** Lists of tasks, and the tasks that hold such lists. */
import { TASK_KINDS, type TaskKind } from '@atrium/contract/workflow-definition'
import { callFields } from './call-checks.ts'
import { type Check, type Findings, isObject, type Place } from './findings.ts'
import { caughtErrors, retry } from './retry-checks.ts'
import { common, loop, plainKinds, variable } from './task-checks.ts'
import { checkName, expression, flag, object, or, shown } from './value-checks.ts'

export const MAX_TASKS = 500
export const MAX_NESTING = 10
/** Where a task can go on, other than with one that it names. */
const DIRECTIONS = ['continue', 'exit', 'end']

/** A list of tasks that lies in so many others. */
export function taskList(depth: number): Check {
  return (value, place, findings) => {
    const entries = checkEntries(value, place, findings, depth)
    const goesTo = direction(entries.map(({ name }) => name))
    for (const { task, at } of entries) checkTask(task, at, findings, { depth, goesTo })
  }
}

/** Branches go side by side, so that none leads to another. */
function branches(depth: number): Check {
  return (value, place, findings) => {
    const goesTo = direction([])
    for (const { task, at } of checkEntries(value, place, findings, depth))
      checkTask(task, at, findings, { depth, goesTo })
  }
}

interface Entry {
  name: string
  task: unknown
  at: Place
}

/** The entries that have a name which is theirs alone. */
function checkEntries(value: unknown, place: Place, findings: Findings, depth: number): Entry[] {
  if (depth > MAX_NESTING) {
    findings.wrong(place, `lists of tasks lie in one another at most ${MAX_NESTING} deep`)
    return []
  }
  if (!Array.isArray(value)) {
    findings.add(place, 'list_type', 'Input should be a valid list')
    return []
  }
  if (value.length === 0)
    findings.add(place, 'too_short', 'List should have at least 1 item after validation, not 0')
  const seen = new Set<string>()
  return value.flatMap((entry, index) => {
    const found = readEntry(entry, [...place, index], findings)
    if (!found) return []
    if (seen.has(found.name)) {
      findings.wrong(found.at, `the name "${shown(found.name)}" stands in this list twice`)
      return []
    }
    seen.add(found.name)
    return [found]
  })
}

function readEntry(entry: unknown, place: Place, findings: Findings): Entry | null {
  if (!isObject(entry)) {
    findings.add(place, 'dict_type', 'Input should be a valid dictionary')
    return null
  }
  const [found, ...more] = Object.entries(entry)
  if (!found || more.length > 0) {
    findings.wrong(place, 'an entry has exactly one name, such as {"greet": {…}}')
    return null
  }
  const [name, task] = found
  const at = [...place, name]
  checkName(name, at, findings)
  if (DIRECTIONS.includes(name)) findings.wrong(at, `"${name}" says where to go on; choose another name`)
  return { name, task, at }
}

function direction(names: readonly string[]): Check {
  return (value, place, findings) => {
    if (typeof value !== 'string') return findings.add(place, 'string_type', 'Input should be a valid string')
    if (!DIRECTIONS.includes(value) && !names.includes(value))
      findings.wrong(
        place,
        `there is no "${shown(value)}" in this list; name one that is, or ${or(DIRECTIONS)}`,
      )
  }
}

interface Where {
  depth: number
  goesTo: Check
}

function checkTask(task: unknown, place: Place, findings: Findings, where: Where): void {
  if (++findings.tasks === MAX_TASKS + 1) findings.wrong(place, `a definition has at most ${MAX_TASKS} tasks`)
  if (findings.tasks > MAX_TASKS) return
  if (!isObject(task)) {
    findings.add(place, 'dict_type', 'Input should be a valid dictionary')
    return
  }
  const [kind, ...more] = kindsOf(task)
  if (!kind) findings.wrong(place, `nothing says what the task does; use ${or(TASK_KINDS)}`)
  else if (more.length > 0) {
    findings.wrong(place, `a task does one thing, and this one has ${[kind, ...more].join(' and ')}`)
  } else {
    const { fields, required } = fieldsOf(kind, task, where)
    object({ ...fields, ...common, then: where.goesTo }, required)(task, place, findings)
  }
}

/** A loop has a list as well. */
function kindsOf(task: object): TaskKind[] {
  const isLoop = Object.hasOwn(task, 'for')
  return TASK_KINDS.filter((kind) => Object.hasOwn(task, kind) && !(isLoop && kind === 'do'))
}

interface Fields {
  fields: Readonly<Record<string, Check>>
  required?: readonly string[]
}

/** What a task of a kind has in addition to what all have. */
function fieldsOf(kind: TaskKind, task: Record<string, unknown>, { depth, goesTo }: Where): Fields {
  const list = taskList(depth + 1)
  switch (kind) {
    case 'do':
      return { fields: { do: list } }
    case 'for':
      return { fields: { for: loop, while: expression, do: list }, required: ['do'] }
    case 'try':
      return { fields: { try: list, catch: caught(list) }, required: ['catch'] }
    case 'fork':
      return { fields: { fork: object({ branches: branches(depth + 1), compete: flag }, ['branches']) } }
    case 'switch':
      return { fields: { switch: cases(depth, goesTo) } }
    case 'call':
      return callFields(task.call)
    default:
      return { fields: { [kind]: plainKinds[kind] } }
  }
}

function caught(list: Check): Check {
  return object({
    errors: caughtErrors,
    as: variable,
    when: expression,
    exceptWhen: expression,
    retry,
    do: list,
  })
}

/** Each has a name, as tasks do. */
function cases(depth: number, goesTo: Check): Check {
  const one = object({ when: expression, then: goesTo })
  return (value, place, findings) => {
    for (const { task, at } of checkEntries(value, place, findings, depth)) one(task, at, findings)
  }
}
