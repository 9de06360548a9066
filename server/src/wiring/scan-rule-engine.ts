/** Security scans judge rules by the code that judges records. It needs no database, so threads can load it. */
import { matches } from '../modules/entities/conditions/matches.ts'
import {
  boundRules,
  hiddenPlaces,
  refusedPlaces,
  writeGuards,
} from '../modules/entities/records/record-rules.ts'
import type { EntitySchema } from '../modules/entities/schemas/entity-schema.ts'
import { checkSchema } from '../modules/entities/schemas/schema-rules.ts'
import { checkValues, declared } from '../modules/entities/values/values.ts'
import type { RuleEngine } from '../modules/scans/scanner/rules/rule-engine.ts'
import type { ScannedSchema } from '../modules/scans/scanner/snapshot.ts'

export const scanRuleEngine: RuleEngine = {
  allows(schema, user, operation, record) {
    const rules = boundRules(entity(schema), user)
    if (!matches(rules.row(operation), record)) return false
    return (
      operation !== 'create' || refusedPlaces(writeGuards(rules, record.data, 'create'), record).length === 0
    )
  },
  hiddenFields(schema, user, record) {
    const rules = boundRules(entity(schema), user)
    return [...rules.readers.keys()].flatMap((field) => hiddenPlaces(rules, field, record)).map(pathOf)
  },
  refusedFields(schema, user, record, values) {
    return refusedPlaces(writeGuards(boundRules(entity(schema), user), values, 'update'), record).map(pathOf)
  },
  fits(schema, values) {
    const kept = declared(entity(schema), values)
    return (
      Object.keys(kept).length === Object.keys(values).length &&
      checkValues(entity(schema), values, 'update').length === 0
    )
  },
  faultsOf: (schema) => checkSchema(schema, []).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`),
}

/** It was read from where entities keep it, or made from such a one. */
function entity(schema: ScannedSchema): EntitySchema {
  return schema as EntitySchema
}

/** Refusals name the places of fields below `data`. */
function pathOf(place: string): string {
  return place.replace(/^data\./, '')
}
