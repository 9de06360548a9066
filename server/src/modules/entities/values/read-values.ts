import { ApiError } from '../../../platform/errors.ts'
import type { EntitySchema } from '../schemas/entity-schema.ts'
import { checkValues, declared, type Values, withDefaults } from './values.ts'

/** The declared fields of what was sent, with defaults when a record is made; refused with 422 where they do not fit. */
export function readValues(
  schema: EntitySchema,
  sent: Record<string, unknown>,
  operation: 'create' | 'update',
  place: readonly (string | number)[] = ['body'],
): Values {
  const known = declared(schema, sent as Values) // it stems from JSON
  const values = operation === 'create' ? withDefaults(schema, known) : known
  const faults = checkValues(schema, values, operation, place)
  if (faults.length > 0) throw new ApiError('validation_error', { detail: faults })
  return values
}
