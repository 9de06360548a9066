/** Changes of a definition, each as a new one. A step is named by its place: `['do', 0, 'greet']`. */
import { isObject, type Json } from '../../entity-schema.ts'
import { jsonAt } from '../../form/standing-faults.ts'
import type { JsonPlace } from '../../ui/json-place.ts'

export type Definition = { [key: string]: Json }
export type TaskFields = { [key: string]: Json }

export function taskAt(definition: Definition, place: JsonPlace): TaskFields | null {
  const task = jsonAt(definition, place)
  return task !== undefined && isObject(task) ? task : null
}

export function withTask(definition: Definition, place: JsonPlace, task: TaskFields): Definition {
  return replaced(definition, place, task)
}

/** With a value at a place of it; undefined takes away what stands there. */
export function withField(task: TaskFields, place: readonly string[], value: Json | undefined): TaskFields {
  const [name = '', ...rest] = place
  const { [name]: before, ...others } = task
  const inner = before !== undefined && isObject(before) ? before : {}
  const next = rest.length > 0 ? withField(inner, rest, value) : value
  if (next === undefined) return others
  // What was there keeps its place among the others.
  return { ...task, [name]: next }
}

/** The steps of the same list that lead to it lead to its new name. */
export function renamed(definition: Definition, place: JsonPlace, name: string): Definition {
  const before = String(place.at(-1))
  const follow = (then: Json | undefined) => (then === before ? name : then)
  return changedList(definition, place, (list) =>
    list.map((entry, at) => {
      if (!isObject(entry)) return entry
      const fields = Object.entries(entry).map(([key, task]) => [
        at === place.at(-2) && key === before ? name : key,
        isObject(task) ? withTargets(task, follow) : task,
      ])
      return Object.fromEntries(fields)
    }),
  )
}

export function addedAfter(
  definition: Definition,
  place: JsonPlace,
  name: string,
  task: TaskFields,
): Definition {
  return changedList(definition, place, (list) =>
    list.toSpliced(Number(place.at(-2)) + 1, 0, { [name]: task }),
  )
}

/** Into the list at this place, as its last. */
export function addedInto(
  definition: Definition,
  list: JsonPlace,
  name: string,
  task: TaskFields,
): Definition {
  const before = jsonAt(definition, list)
  return replaced(definition, list, [...(Array.isArray(before) ? before : []), { [name]: task }])
}

export function removed(definition: Definition, place: JsonPlace): Definition {
  return changedList(definition, place, (list) => list.toSpliced(Number(place.at(-2)), 1))
}

/** Up by -1, down by 1; null where there is nothing to change places with. */
export function moved(
  definition: Definition,
  place: JsonPlace,
  by: 1 | -1,
): { definition: Definition; place: JsonPlace } | null {
  const from = Number(place.at(-2))
  const to = from + by
  const list = jsonAt(definition, place.slice(0, -2))
  if (!Array.isArray(list) || to < 0 || to >= list.length) return null
  const entry = list[from] as Json
  return {
    definition: changedList(definition, place, (before) => before.toSpliced(from, 1).toSpliced(to, 0, entry)),
    place: [...place.slice(0, -2), to, place.at(-1) ?? ''],
  }
}

/** A name that no other step of the list has. */
export function freeName(definition: Definition, list: JsonPlace, wanted: string): string {
  const taken = new Set(namesIn(definition, list))
  if (!taken.has(wanted)) return wanted
  for (let count = 2; ; count++) if (!taken.has(`${wanted}_${count}`)) return `${wanted}_${count}`
}

export function namesIn(definition: Definition, list: JsonPlace): string[] {
  const entries = jsonAt(definition, list)
  return Array.isArray(entries) ? entries.flatMap((entry) => (isObject(entry) ? Object.keys(entry) : [])) : []
}

/** With something else in the list that the step at this place stands in. */
function changedList(definition: Definition, place: JsonPlace, change: (list: Json[]) => Json[]): Definition {
  const at = place.slice(0, -2)
  const list = jsonAt(definition, at)
  return Array.isArray(list) ? replaced(definition, at, change(list)) : definition
}

function replaced(definition: Definition, place: JsonPlace, value: Json): Definition {
  // What is put into an object leaves an object.
  return put(definition, place, value) as Definition
}

function put(inside: Json | undefined, [step, ...rest]: JsonPlace, value: Json): Json {
  if (step === undefined) return value
  if (Array.isArray(inside)) return inside.with(Number(step), put(inside[Number(step)], rest, value))
  const fields = inside !== undefined && isObject(inside) ? inside : {}
  return { ...fields, [step]: put(fields[step], rest, value) }
}

function withTargets(task: TaskFields, follow: (then: Json | undefined) => Json | undefined): TaskFields {
  const lead = <Fields extends TaskFields>(fields: Fields): Fields => {
    const then = follow(fields.then)
    return then === undefined || then === fields.then ? fields : { ...fields, then }
  }
  const led = lead(task)
  if (!Array.isArray(led.switch)) return led
  const cases = led.switch.map((entry) =>
    isObject(entry)
      ? Object.fromEntries(
          Object.entries(entry).map(([name, each]) => [name, isObject(each) ? lead(each) : each]),
        )
      : entry,
  )
  return { ...led, switch: cases }
}
