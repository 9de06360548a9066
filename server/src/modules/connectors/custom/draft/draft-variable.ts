import {
  type ConnectorDefinition,
  type DefinedField,
  MAX_PATTERN,
} from '@atrium/contract/connector-definition'
import { oneLine } from '../../../../platform/text/one-line.ts'
import type { Variable } from './api-description.ts'
import { fieldName } from './field-name.ts'

/** Where a variable stands in an address. */
export type Spot =
  | { kind: 'host' | 'port' | 'path' }
  /** Before the rest of the host name, which is always the same. */
  | { kind: 'label'; suffix: string }
  /** Somewhere else in the host name. */
  | { kind: 'part' }

export interface DraftedVariable {
  /** What stands in its place. */
  text: string
  field?: DefinedField
  derived?: [name: string, follows: NonNullable<ConnectorDefinition['derived']>[string]]
  note?: string
}

/** A field that people fill in, or the value itself where there is nothing to choose or no room. */
export function draftVariable(
  name: string,
  { fallback, values, about }: Variable,
  spot: Spot,
  room: { taken: readonly string[]; isFull: boolean },
): DraftedVariable {
  const form = FORMS[spot.kind]
  const choices = [...new Set(values)].filter((value) => form.fits.test(value))
  const known = choices.length === 0 || choices.includes(fallback) ? fallback : (choices[0] ?? '')
  const isKnown = form.fits.test(known)
  const pattern = choices.length > 1 ? choicePattern(choices) : null
  const isChoice = pattern !== null && pattern.length <= MAX_PATTERN && spot.kind !== 'port'
  const isOpen = spot.kind === 'host' || spot.kind === 'label' || (spot.kind === 'path' && !isKnown)
  if (room.isFull || choices.length === 1 || !(isChoice || isOpen)) {
    const text = isKnown ? known : form.example
    return { text, note: `${name} of the server is taken to be ${text}.` }
  }
  const example = isKnown ? known : form.example
  const field: DefinedField = {
    name: fieldName(name, room.taken),
    display_name: oneLine(name, 80) || 'Value',
    description: oneLine(about, 400),
    placeholder: example,
    required: !isKnown,
    validation_pattern: form.pattern,
    validation_error: `Enter a value such as ${example}.`,
  }
  if (isChoice) return draftChoice(field, pattern, choices, spot.kind === 'path' ? null : room.taken)
  const text = isKnown ? `{${field.name}|${known}}` : `{${field.name}}`
  if (spot.kind === 'host') return { text, field: { ...field, kind: 'host' } }
  return spot.kind === 'label'
    ? { text, field: { ...field, kind: 'label', suffix: spot.suffix } }
    : { text, field }
}

const LABEL = { fits: /^[a-z0-9][a-z0-9-]{0,62}$/, pattern: '^[a-z0-9][a-z0-9-]{0,62}$', example: 'acme' }
const FORMS = {
  host: {
    fits: /^[a-z0-9][a-z0-9-]{0,62}(\.[a-z0-9][a-z0-9-]{0,62}){1,5}$/,
    pattern: '^[a-z0-9][a-z0-9.-]{0,252}$',
    example: 'api.example.com',
  },
  label: LABEL,
  part: LABEL,
  port: { fits: /^443$/, pattern: '', example: '443' },
  path: {
    fits: /^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$/,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$',
    example: 'v1',
  },
}

function choicePattern(values: readonly string[]): string {
  return `^(${values.map((value) => value.replaceAll('.', '[.]')).join('|')})$`
}

/** One of some values. In a host name stands what follows from it, since what people type has no place there. */
function draftChoice(
  field: DefinedField,
  validation_pattern: string,
  choices: readonly string[],
  hostNames: readonly string[] | null,
): DraftedVariable {
  const isSmall = choices.every((value) => value === value.toLowerCase())
  const chosen: DefinedField = {
    ...field,
    ...(isSmall && { kind: 'choice' as const }),
    validation_pattern,
    validation_error: oneLine(`Enter one of: ${choices.join(', ')}.`, 300),
    required: false,
  }
  const { name, placeholder: otherwise } = field
  if (hostNames === null) return { field: chosen, text: `{${name}|${otherwise}}` }
  const derived = fieldName(`${name} host`, [...hostNames, name])
  const values = Object.fromEntries(choices.map((value) => [value, value]))
  return { field: chosen, derived: [derived, { from: name, values, otherwise }], text: `{${derived}}` }
}
