import { refuse, type ValidationRow } from '../../../platform/errors.ts'
import { checkDefinition } from '../definitions/check-definition.ts'
import type { Deps } from '../deps.ts'
import { connectorAddresses } from './connector-addresses.ts'
import type { OwnDefinition } from './connector-rules.ts'

type Guard = Pick<ReturnType<Deps['connectorHttp']>, 'checkTarget'>

/** By the rules of the catalogue, and only where the guard of outbound calls would let them go. */
export function definitionFaults(guard: Guard, definition: OwnDefinition): ValidationRow[] {
  const faults = [...checkDefinition(definition)]
  const seen = new Set(faults.map(({ loc }) => placeOf(loc)))
  for (const { loc: inside, url } of connectorAddresses(definition)) {
    const loc = ['body', ...inside]
    const checked = guard.checkTarget(url)
    if (checked.ok || seen.has(placeOf(loc))) continue
    seen.add(placeOf(loc))
    faults.push({ loc, msg: checked.message, type: 'url_parsing' })
  }
  return faults
}

export function requireSound(guard: Guard, definition: OwnDefinition): void {
  const detail = definitionFaults(guard, definition)
  if (detail.length > 0) throw refuse('validation_error', { detail })
}

function placeOf(loc: readonly (string | number)[]): string {
  return JSON.stringify(loc)
}
