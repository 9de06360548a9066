import {
  type ConnectorDefinition,
  type DefinedField,
  MAX_FIELD_VALUE,
} from '@atrium/contract/connector-definition'
import { MASKED } from '@atrium/contract/secrets'
import type { ValidationRow } from '../../../platform/errors.ts'
import type { OutboundHttp } from '../../../ports/outbound-http/port.ts'
import { normaliseValue } from './normalise-value.ts'

/** Values of a connector's fields as they are kept: secret ones apart. */
export interface ReadValues {
  config: Record<string, string>
  secrets: Record<string, string>
}

type CheckTarget = OutboundHttp['checkTarget']
type Read = { value: string } | { fault: Pick<ValidationRow, 'msg' | 'type'> } | null

/**
 * Normalises and checks what a person gave, each value at `body.connection_config.<name>`. A secret value that is masked
 * keeps the saved one. `checkTarget` says of hosts that people run themselves whether they may be called.
 */
export function readValues(
  { fields }: Pick<ConnectorDefinition, 'fields'>,
  given: Readonly<Record<string, string>>,
  saved: ReadValues,
  checkTarget: CheckTarget,
): { values: ReadValues } | { faults: ValidationRow[] } {
  const known = new Set(fields.map(({ name }) => name))
  const faults = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => faultAt(name, { type: 'unknown_field', msg: 'The connector has no such field.' }))
  const values: ReadValues = { config: {}, secrets: {} }
  for (const field of fields) {
    const { name, is_secret } = field
    const read = readValue(field, givenTo(field, given, saved), checkTarget)
    if (!read) continue
    if ('fault' in read) faults.push(faultAt(name, read.fault))
    else values[is_secret ? 'secrets' : 'config'][name] = read.value
  }
  faults.push(...lostSecrets(fields, given, saved, values))
  return faults.length > 0 ? { faults: faults.slice(0, MOST_FAULTS) } : { values }
}

/** A secret that somebody entered for one address is not sent to another unless it is entered again. */
function lostSecrets(
  fields: readonly DefinedField[],
  given: Readonly<Record<string, string>>,
  saved: ReadValues,
  { config }: ReadValues,
): ValidationRow[] {
  const leads = fields.filter(({ kind }) => kind !== undefined && kind !== 'text')
  if (leads.every(({ name }) => saved.config[name] === config[name])) return []
  const msg = 'Enter this again: it was saved for another address.'
  return fields
    .filter((field) => isMasked(field, given) && saved.secrets[field.name] !== undefined)
    .map(({ name }) => faultAt(name, { type: 'secret_of_other_address', msg }))
}

/** As a 422 has them. */
const MOST_FAULTS = 50

/** A single value of a field, as it is kept; null when there is none and none is needed. */
export function readValue(field: DefinedField, given: string | undefined, checkTarget: CheckTarget): Read {
  const { required, validation_pattern, validation_error: msg } = field
  if (given !== undefined && given.length > MAX_FIELD_VALUE) {
    return { fault: { type: 'string_too_long', msg: `A value has at most ${MAX_FIELD_VALUE} characters.` } }
  }
  const value = normaliseValue(field, given ?? '')
  if (value === '') return required ? { fault: { type: 'missing', msg } } : null
  if (value === null || !fits(validation_pattern, value)) {
    return { fault: { type: 'string_pattern_mismatch', msg } }
  }
  const refusal = refusalOfHost(field, value, checkTarget)
  return refusal === null ? { value } : { fault: { type: 'host_not_allowed', msg: refusal } }
}

function givenTo(
  field: DefinedField,
  given: Readonly<Record<string, string>>,
  saved: ReadValues,
): string | undefined {
  if (isMasked(field, given)) return saved.secrets[field.name]
  return Object.hasOwn(given, field.name) ? given[field.name] : undefined
}

function isMasked({ name, is_secret }: DefinedField, given: Readonly<Record<string, string>>): boolean {
  return is_secret === true && Object.hasOwn(given, name) && given[name]?.trim() === MASKED
}

/** Over the whole value. Values stand in headers and addresses, so none has a control character, whatever the pattern takes. */
function fits(pattern: string, value: string): boolean {
  return !/\p{Cc}|\p{Cs}/u.test(value) && new RegExp(`^(?:${pattern})$`).test(value)
}

const HOST_CHARACTERS = /^[a-z0-9._-]+$/

/** Why the host must not be called; null when it may. */
function refusalOfHost(field: DefinedField, value: string, checkTarget: CheckTarget): string | null {
  const { kind, suffix, validation_error } = field
  if (kind !== 'host' && kind !== 'label') return null
  if (!HOST_CHARACTERS.test(value)) return validation_error
  if (kind === 'label') return null
  if (suffix) return value.endsWith(suffix) && value !== suffix ? null : validation_error
  const check = checkTarget(`https://${value}/`)
  if (!check.ok) return check.message
  // What is kept is what is called: other spellings of an address are refused.
  return check.url.hostname === value ? null : validation_error
}

function faultAt(name: string, fault: Pick<ValidationRow, 'msg' | 'type'>): ValidationRow {
  return { loc: ['body', 'connection_config', name.slice(0, 128)], ...fault }
}
