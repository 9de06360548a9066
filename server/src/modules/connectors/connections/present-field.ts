import type { ConnectorField, DefinedField } from '@atrium/contract/connector-definition'

/** Spec: connector field descriptor. How we read what is typed stays here. */
export function presentField(field: DefinedField): ConnectorField {
  const { name, display_name, description, placeholder, required, validation_pattern, validation_error } =
    field
  return { name, display_name, description, placeholder, required, validation_pattern, validation_error }
}
