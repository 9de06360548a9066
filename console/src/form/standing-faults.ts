/** Faults that the server found at places of a JSON value, for as long as what stands there is not changed. */
import { isObject, type Json } from '../entity-schema.ts'
import type { JsonFault } from '../ui/json-fault.ts'
import type { JsonPlace } from '../ui/json-place.ts'

export interface StandingFault extends JsonFault {
  /** What stood there: once it is changed, the fault is not its any more. */
  standing: string
}

export function standing(faults: readonly JsonFault[], value: Json): StandingFault[] {
  return faults.map(({ place, message }) => ({
    place,
    message: message.replace(/^Value error, /, '').replace(/^./, (first) => first.toUpperCase()),
    standing: textAt(value, place),
  }))
}

export function stillStanding(faults: readonly StandingFault[], value: Json): StandingFault[] {
  return faults.filter(({ place, standing: stood }) => stood === textAt(value, place))
}

/** What stands at a place; undefined when nothing does. */
export function jsonAt(value: Json, place: JsonPlace): Json | undefined {
  let at: Json | undefined = value
  for (const step of place) {
    if (Array.isArray(at)) at = at[Number(step)]
    else at = at !== undefined && isObject(at) && Object.hasOwn(at, step) ? at[String(step)] : undefined
  }
  return at
}

function textAt(value: Json, place: JsonPlace): string {
  return JSON.stringify(jsonAt(value, place)) ?? ''
}
