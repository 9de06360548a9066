/** What many connectors have in common. */
import type { ConnectorDefinition, ConnectorScope, DefinedField } from '@atrium/contract/connector-definition'

/** The facts of a connector as they were known on this day. None of them was tried with a live account. */
export function dated(definition: Omit<ConnectorDefinition, 'verified_on'>): ConnectorDefinition {
  return { ...definition, verified_on: '2026-11-17' }
}

export function scope(name: string, description: string): ConnectorScope {
  return { name, description }
}

/** Asked for unless people choose others. */
export function usual(name: string, description: string): ConnectorScope {
  return { name, description, is_default: true }
}

/** Keys whose form the service does not promise. */
export const ANY_KEY = '^[A-Za-z0-9_\\-]{16,255}$'
/** Keys that are made of parts, such as signed ones. */
export const DOTTED_KEY = '^[A-Za-z0-9_.=\\-]{16,}$'

/** A value that only the account's owner knows. */
export function secretField(
  name: string,
  display_name: string,
  where: string,
  placeholder: string,
  validation_pattern = ANY_KEY,
): DefinedField {
  return {
    name,
    display_name,
    description: `${where} It is stored encrypted and is not shown again.`,
    placeholder,
    required: true,
    validation_pattern,
    validation_error: `Paste the whole value without spaces; it looks like ${placeholder}.`,
    is_secret: true,
  }
}

/** The part of a host name that is the customer's own. */
export function labelField(
  name: string,
  display_name: string,
  suffix: string,
  placeholder: string,
  validation_pattern = '^[a-z0-9][a-z0-9\\-]{0,62}$',
): DefinedField {
  return {
    name,
    display_name,
    description: `The part before ${suffix} in the address that you open in the browser.`,
    placeholder,
    required: true,
    validation_pattern,
    validation_error: `Enter only the part before ${suffix}, such as ${placeholder}.`,
    kind: 'label',
    suffix,
  }
}

/** One of a few values; the first is taken when there is none. */
export function choiceField(
  name: string,
  display_name: string,
  description: string,
  choices: readonly [string, string, ...string[]],
): DefinedField {
  return {
    name,
    display_name,
    description: `${description} Without a value: ${choices[0]}.`,
    placeholder: choices[1],
    required: false,
    validation_pattern: `^(${choices.join('|')})$`,
    validation_error: `Enter one of ${choices.join(', ')}.`,
    kind: 'choice',
  }
}
