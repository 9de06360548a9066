import { type DefinedField, MAX_FIELD_VALUE } from '@atrium/contract/connector-definition'
import { isPublicHost } from './definitions/check-fields.ts'

/** Why a value of an archive cannot be one that was kept for this field; null when it can. Nothing is normalised here. */
export function keptValueFault(fields: readonly DefinedField[], name: string, value: string): string | null {
  const field = fields.find((one) => one.name === name)
  if (!field) return 'The connector has no such field'
  if (field.is_secret) return 'Secret values are not taken; connect again and enter it there'
  if (value.length > MAX_FIELD_VALUE) return `A value has at most ${MAX_FIELD_VALUE} characters`
  const isHost = field.kind === 'host' && value !== ''
  if (isHost && !(isPublicHost(value) && value.endsWith(field.suffix ?? ''))) return field.validation_error
  return new RegExp(`^(?:${field.validation_pattern})$`).test(value) ? null : field.validation_error
}

/** The values that would come in again. */
export function keptConfig(
  fields: readonly DefinedField[],
  config: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).filter(([name, value]) => keptValueFault(fields, name, value) === null),
  )
}
