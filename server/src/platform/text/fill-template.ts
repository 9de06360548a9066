import type { ConnectorDefinition } from '@atrium/contract/connector-definition'

/** Values by the names of a template's places. */
export type Values = Readonly<Record<string, string>>

/** A place for a value: `{name}`, or `{name|otherwise}`. */
export const PLACE = /\{([a-z][a-z0-9_]*)(?:\|([^{}]*))?\}/g

/** The text with its places filled; throws where a value is missing that has no default. */
export function fillTemplate(template: string, values: Values): string {
  return template.replaceAll(PLACE, (_, name: string, otherwise?: string) => {
    const value = Object.hasOwn(values, name) && values[name] !== '' ? values[name] : otherwise
    if (value === undefined) throw new MissingValue(name)
    return value
  })
}

/** A template asks for a value that nobody gave. */
export class MissingValue extends Error {
  readonly field: string
  constructor(field: string) {
    super(`There is no value for ${field}`)
    this.field = field
  }
}

/** The names of a template's places. */
export function placesOf(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([, name]) => name as string)
}

/** The values that fill templates, together with those that follow from them. */
export function withDerived({ derived = {} }: Pick<ConnectorDefinition, 'derived'>, values: Values): Values {
  const followed = Object.entries(derived).map(([name, { from, values: known, otherwise }]) => {
    const value = values[from]
    return [name, value !== undefined && Object.hasOwn(known, value) ? (known[value] as string) : otherwise]
  })
  return { ...values, ...Object.fromEntries(followed) }
}
