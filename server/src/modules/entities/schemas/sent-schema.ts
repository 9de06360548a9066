import type { ValidationRow } from '../../../platform/errors.ts'
import type { EntitySchema } from './entity-schema.ts'
import type { Place } from './schema-faults.ts'
import { checkSchema } from './schema-rules.ts'

/** A schema as it is kept, with the name it was sent for; what is wrong with it is added to `faults`. The warnings of an answer that is sent back are no part of it. */
export function sentSchema(
  name: string,
  { warnings: _, ...json }: { [key: string]: unknown },
  places: { name: Place; schema: Place },
  faults: ValidationRow[],
): EntitySchema {
  const own = json.name
  const schema = { ...json, name, type: json.type ?? 'object', properties: json.properties ?? {} }
  const namePlace = [...places.schema, 'name']
  if (own !== undefined && own !== name) {
    const msg = `Input should be '${name}', as the entity is named already; or leave it out`
    faults.push({ loc: namePlace, msg, type: 'literal_error' })
  }
  for (const fault of checkSchema(schema, places.schema)) {
    const isName = fault.loc.length === namePlace.length && fault.loc.at(-1) === 'name'
    faults.push(isName ? { ...fault, loc: [...places.name] } : fault)
  }
  return schema as EntitySchema // checked, or not used
}
