import { type DefinedField, MAX_PATTERN } from '@atrium/contract/connector-definition'
import { isHostName, isLocalName } from '../../../platform/host-names.ts'
import { readWholePattern, type WholePattern } from '../../../platform/patterns/whole-pattern.ts'
import type { CheckedDefinition, Faults, Place } from './faults.ts'

/** Checks the fields and what follows from them. Returns the patterns that can be used, by field. */
export function checkFields(
  { fields, derived = {} }: Pick<CheckedDefinition, 'fields' | 'derived'>,
  faults: Faults,
): ReadonlyMap<string, WholePattern> {
  const patterns = new Map<string, WholePattern>()
  for (const [at, field] of fields.entries()) {
    const place = ['fields', at]
    checkName(field, fields.slice(0, at), [...place, 'name'], faults)
    checkSuffix(field, place, faults)
    const pattern = checkPattern(field, place, faults)
    if (pattern) patterns.set(field.name, pattern)
  }
  for (const [name, { from, values }] of Object.entries(derived)) {
    const place = ['derived', name]
    const field = fields.find((one) => one.name === from)
    if (!field || field.is_secret)
      faults.add([...place, 'from'], 'unknown_field', 'Name a field that is not secret')
    if (!VALUE_NAME.test(name)) faults.add(place, 'name_invalid', NAME_HELP)
    if (name === ACCESS_TOKEN || fields.some((one) => one.name === name))
      faults.add(place, 'name_taken', `There is a value called ${name} already`)
    const pattern = patterns.get(from)
    for (const value of pattern ? Object.keys(values) : []) {
      if (!pattern?.test(value))
        faults.add([...place, 'values', value], 'value_never_given', `No value of ${from} can be ${value}`)
    }
  }
  return patterns
}

/** What the token is called in templates. */
export const ACCESS_TOKEN = 'access_token'

/** Names that templates can have places for. */
export const VALUE_NAME = /^[a-z][a-z0-9_]*$/
export const NAME_HELP = 'Use small letters, digits and underscores, beginning with a letter'

function checkName(
  { name }: DefinedField,
  before: readonly DefinedField[],
  place: Place,
  faults: Faults,
): void {
  if (before.some((other) => other.name === name))
    faults.add(place, 'name_taken', `There is a field called ${name} already`)
  if (name === ACCESS_TOKEN)
    faults.add(place, 'name_taken', 'This name is for the token that a service gives')
}

function checkSuffix({ kind, suffix, placeholder }: DefinedField, place: Place, faults: Faults): void {
  if (suffix === undefined) {
    if (kind === 'label')
      faults.add([...place, 'suffix'], 'suffix_missing', 'Say what follows in the host name')
    return
  }
  const at = [...place, 'suffix']
  if (kind !== 'label' && kind !== 'host') {
    faults.add(at, 'suffix_without_host', 'Only parts of host names and host names have an ending')
    return
  }
  if (!isPublicHost(suffix.slice(1)))
    faults.add(at, 'suffix_not_public', 'End with the domain of the service, such as .example.com')
  if (kind === 'host' && !placeholder.endsWith(suffix))
    faults.add([...place, 'placeholder'], 'placeholder_without_suffix', `The example must end with ${suffix}`)
}

function checkPattern(field: DefinedField, place: Place, faults: Faults): WholePattern | null {
  const at = [...place, 'validation_pattern']
  const source = field.validation_pattern
  // The schema says so too; the catalogue and drafts may not have passed it.
  if (source.length > MAX_PATTERN) {
    faults.add(at, 'pattern_too_long', `A pattern has at most ${MAX_PATTERN} characters`)
    return null
  }
  const pattern = readWholePattern(source)
  if (typeof pattern === 'string') {
    faults.add(at, 'pattern_invalid', `The pattern cannot be used: ${pattern}`)
    return null
  }
  if (pattern.test('') && field.required)
    faults.add(
      at,
      'pattern_fits_nothing',
      'The field is required, so its pattern must not fit an empty value',
    )
  if (!pattern.test(field.placeholder))
    faults.add([...place, 'placeholder'], 'placeholder_does_not_fit', 'The example must fit the pattern')
  return pattern
}

/** The name of a host that everybody can reach: two parts or more, no address in numbers. */
export function isPublicHost(host: string): boolean {
  return isHostName(host) && !isLocalName(host) && /\.[a-z][a-z0-9-]*[a-z0-9]$/.test(host)
}
