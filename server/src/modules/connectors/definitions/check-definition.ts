import type { ValidationRow } from '../../../platform/errors.ts'
import { checkAccess } from './check-access.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkFields } from './check-fields.ts'
import { checkRequests } from './check-requests.ts'
import { type CheckedDefinition, Faults } from './faults.ts'
import { valuesOf } from './known-values.ts'

export type { ValidationRow }

/** What every connector is held to beyond its schema, those of the catalogue and those of workspaces: empty when it is sound. */
export function checkDefinition(definition: CheckedDefinition): ValidationRow[] {
  const faults = new Faults()
  const patterns = checkFields(definition, faults)
  const known = valuesOf(definition, patterns)
  checkAccess(definition, faults)
  checkAddresses(definition, known, faults)
  checkRequests(definition, known, faults)
  return faults.rows
}
