import type { Range } from '../../../platform/patterns/character-ranges.ts'
import { isMadeOf } from '../../../platform/patterns/whole-pattern.ts'
import { PLACE } from '../../../platform/text/fill-template.ts'
import type { Faults, Place } from './faults.ts'
import type { KnownValue, KnownValues } from './known-values.ts'

/** A template is texts and places in turn; it begins and ends with a text, which may be empty. */
export interface TemplateParts {
  texts: string[]
  places: { name: string; otherwise: string | undefined }[]
}

export function partsOf(template: string): TemplateParts {
  const found = [...template.matchAll(PLACE)]
  const ends = [...found.map((match) => match.index), template.length]
  const starts = [0, ...found.map((match) => match.index + match[0].length)]
  return {
    texts: starts.map((start, at) => template.slice(start, ends[at])),
    places: found.map(([, name = '', otherwise]) => ({ name, otherwise })),
  }
}

/** Which values a template may have places for, besides those of fields that are not secret and what is derived. */
export interface Allowed {
  /** What the service said before. */
  captured?: true
  token?: true
  secrets?: true
  /** What values may be made of: all else would let them out of their part of the text. */
  characters: readonly Range[]
}

/** Printable, so that it fits a header. */
export const PRINTABLE: readonly Range[] = [[' ', '~']]
/** What has no meaning of its own in an address. */
export const UNRESERVED: readonly Range[] = [
  ['A', 'Z'],
  ['a', 'z'],
  ['0', '9'],
  ['-', '.'],
  ['_', '_'],
  ['~', '~'],
]

/** Checks that every place has a value that may stand there. */
export function checkTemplate(
  template: string,
  place: Place,
  allowed: Allowed,
  known: KnownValues,
  faults: Faults,
): void {
  const { texts, places } = partsOf(template)
  if (texts.some((text) => /[{}]/.test(text)))
    faults.add(place, 'template_malformed', 'Write places as {name} or {name|otherwise}')
  if (texts.some((text) => !isWithin(text, PRINTABLE)))
    faults.add(place, 'template_malformed', 'Leave out line breaks and characters that are not ASCII')
  for (const { name, otherwise } of places) {
    const value = known.get(name)
    const refused = value
      ? whyNot(value, otherwise, allowed)
      : ({ type: 'unknown_value', msg: UNKNOWN } as const)
    if (refused) faults.add(place, refused.type, `{${name}}: ${refused.msg}`)
    if (otherwise !== undefined && !isWithin(otherwise, allowed.characters))
      faults.add(place, 'value_unsafe', `{${name}}: ${UNSAFE}`)
  }
}

const UNKNOWN = 'name a field, a derived value or one that the service gives'
const UNSAFE = 'a value may have characters that do not belong there'

function whyNot(
  value: KnownValue,
  otherwise: string | undefined,
  allowed: Allowed,
): { type: string; msg: string } | null {
  switch (value.is) {
    case 'token':
      return allowed.token ? null : { type: 'token_not_here', msg: 'the token does not belong there' }
    case 'captured':
      return allowed.captured ? null : { type: 'value_too_late', msg: 'the service says this only later' }
    case 'derived':
      return value.values.every((one) => isWithin(one, allowed.characters))
        ? null
        : { type: 'value_unsafe', msg: UNSAFE }
    case 'field': {
      const { field, pattern } = value
      if (field.is_secret && !allowed.secrets)
        return { type: 'secret_not_here', msg: 'a secret value does not belong there' }
      if (!field.required && otherwise === undefined)
        return { type: 'value_may_be_missing', msg: 'make the field required, or write {name|otherwise}' }
      // A pattern that cannot be read is reported at its field.
      return !pattern || isMadeOf(pattern.pattern, allowed.characters)
        ? null
        : { type: 'value_unsafe', msg: UNSAFE }
    }
  }
}

function isWithin(text: string, ranges: readonly Range[]): boolean {
  return [...text].every((one) => ranges.some(([first, last]) => first <= one && one <= last))
}
