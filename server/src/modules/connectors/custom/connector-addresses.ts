import { fillTemplate, placesOf } from '../../../platform/text/fill-template.ts'
import type { OwnDefinition } from './connector-rules.ts'

export interface Address {
  /** Where it stands in the definition. */
  loc: string[]
  url: string
}

/** The addresses that a connector calls, with examples in their places: each value of a place that is known stands in one. */
export function connectorAddresses(definition: OwnDefinition): Address[] {
  return addressTemplates(definition).flatMap(({ loc, template }) =>
    examplesOf(template, definition).map((url) => ({ loc, url })),
  )
}

function addressTemplates({ auth, api, test }: OwnDefinition): { loc: string[]; template: string }[] {
  const named = Object.entries(auth).filter(
    (entry): entry is [string, string] => entry[0].endsWith('_url') && typeof entry[1] === 'string',
  )
  const looked = auth.mode === 'oauth2' ? auth.lookup?.url : undefined
  return [
    ...named.map(([name, template]) => ({ loc: ['auth', name], template })),
    ...(looked === undefined ? [] : [{ loc: ['auth', 'lookup', 'url'], template: looked }]),
    { loc: ['api', 'base_url'], template: api.base_url },
    ...(test.base_url === undefined ? [] : [{ loc: ['test', 'base_url'], template: test.base_url }]),
  ]
}

/** So many that each candidate of each place is in one of them, not all combinations. */
function examplesOf(template: string, definition: OwnDefinition): string[] {
  const places = [...new Set(placesOf(template))]
  const candidates = places.map((name) => [name, candidatesOf(name, template, definition)] as const)
  const first = Object.fromEntries(candidates.map(([name, values]) => [name, values[0] ?? '']))
  const varied = candidates.flatMap(([name, values]) =>
    values.slice(1).map((value) => ({ ...first, [name]: value })),
  )
  return [first, ...varied].map((values) => fillTemplate(template, values))
}

function candidatesOf(name: string, template: string, { fields, derived = {} }: OwnDefinition): string[] {
  const follows = Object.hasOwn(derived, name) ? derived[name] : undefined
  const placeholder = fields.find((field) => field.name === name)?.placeholder
  const known = follows ? [...Object.values(follows.values), follows.otherwise] : [placeholder ?? '']
  const defaults = [...template.matchAll(/\{([a-z][a-z0-9_]*)\|([^{}]*)\}/g)]
    .filter(([, place]) => place === name)
    .map(([, , value]) => value ?? '')
  const found = [...new Set([...known, ...defaults])].filter((value) => value !== '')
  return found.length > 0 ? found : [isWholeAddress(name, template) ? 'https://example.com' : 'example']
}

/** What a service says may be an address as a whole, with its scheme. */
function isWholeAddress(name: string, template: string): boolean {
  return template.startsWith(`{${name}}`)
}
