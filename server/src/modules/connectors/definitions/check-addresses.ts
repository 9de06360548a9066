/** Addresses are https and lead to hosts of the service, whatever the values are that fill them. */

import { isPublicHost } from './check-fields.ts'
import { type Allowed, checkTemplate, partsOf, UNRESERVED } from './check-template.ts'
import type { CheckedDefinition, Faults, Place } from './faults.ts'
import type { KnownValue, KnownValues } from './known-values.ts'

export function checkAddresses(definition: CheckedDefinition, known: KnownValues, faults: Faults): void {
  const { auth, api, test } = definition
  const check = (template: string | undefined, place: Place, when: When) => {
    if (template !== undefined) checkAddress(template, place, when, known, faults)
  }
  checkLink(definition.documentation_url, ['documentation_url'], faults)
  if (definition.registration_url) checkLink(definition.registration_url, ['registration_url'], faults)
  if (auth.mode !== 'api_key') check(auth.token_url, ['auth', 'token_url'], 'before')
  if (auth.mode === 'oauth2') {
    check(auth.authorization_url, ['auth', 'authorization_url'], 'before')
    check(auth.refresh_url, ['auth', 'refresh_url'], 'after')
    check(auth.revocation_url, ['auth', 'revocation_url'], 'after')
    check(auth.lookup?.url, ['auth', 'lookup', 'url'], 'after')
  }
  check(api.base_url, ['api', 'base_url'], 'base')
  check(test.base_url, ['test', 'base_url'], 'base')
}

/** `before` the service said anything, `after` that, or as the `base` that paths of calls are put behind. */
type When = 'before' | 'after' | 'base'

function checkAddress(template: string, place: Place, when: When, known: KnownValues, faults: Faults): void {
  const allowed: Allowed = { characters: UNRESERVED, ...(when !== 'before' && { captured: true }) }
  checkTemplate(template, place, allowed, known, faults)
  const whole = /^\{([a-z][a-z0-9_]*)\}(?=\/|$)/.exec(template)
  // Only services that gave a token name addresses, and calls check them before they go there.
  const isNamed = whole !== null && when === 'base' && known.get(whole[1] ?? '')?.is === 'captured'
  if (!isNamed && !template.startsWith('https://')) {
    faults.add(place, 'address_not_https', 'The address must begin with https://')
    return
  }
  const [, host = '', rest = ''] = isNamed
    ? ['', '', template.slice(whole[0].length)]
    : (/^https:\/\/((?:\{[^{}]*\}|[^/?#{}])*)(.*)$/s.exec(template) ?? [])
  if (!isNamed) checkHost(host, place, known, faults)
  checkPath(rest, place, when, known, faults)
}

function checkHost(host: string, place: Place, known: KnownValues, faults: Faults): void {
  const { texts, places } = partsOf(host)
  const fault = hostFault(texts, places, known)
  if (fault) faults.add(place, fault, HOST_HELP[fault])
}

const HOST_HELP = {
  host_not_public:
    'The host must be the name of a public host, without port, user name or address in numbers',
  host_open:
    'A place in the host must be a field for a host name, or be followed by the domain of the service, such as {account}.example.com',
} as const

function hostFault(
  texts: readonly string[],
  places: ReturnType<typeof partsOf>['places'],
  known: KnownValues,
): keyof typeof HOST_HELP | null {
  const [first] = places
  const value = first && known.get(first.name)
  const isWhole = places.length === 1 && texts.every((text) => text === '')
  if (isWhole && value) return wholeHostFault(value, first.otherwise)
  const ending = texts.at(-1) ?? ''
  if (places.length > 0 && !(ending.startsWith('.') && isPublicHost(ending.slice(1)))) return 'host_open'
  for (const { name } of places) {
    const part = known.get(name)
    if (part?.is === 'field' && part.field.kind !== 'label') return 'host_open'
  }
  const fills = places.map(({ name, otherwise }) => examplesOf(known.get(name), otherwise))
  return fillAll(texts, fills).every(isPublicHost) ? null : 'host_not_public'
}

/** A host name that a field holds is checked again when it is entered. */
function wholeHostFault(value: KnownValue, otherwise: string | undefined): keyof typeof HOST_HELP | null {
  const literals = [
    ...(value.is === 'derived' ? value.values : []),
    ...(otherwise === undefined ? [] : [otherwise]),
  ]
  if (!literals.every(isPublicHost)) return 'host_not_public'
  return value.is === 'derived' || (value.is === 'field' && value.field.kind === 'host') ? null : 'host_open'
}

function examplesOf(value: KnownValue | undefined, otherwise: string | undefined): string[] {
  const literals = otherwise === undefined ? [] : [otherwise]
  return value?.is === 'derived' ? [...value.values, ...literals] : ['a', ...literals]
}

/** Every text that the places can make; each place alone, since what is allowed in one does not depend on another. */
function fillAll(texts: readonly string[], fills: readonly string[][]): string[] {
  const plain = fills.map(([first = 'a']) => first)
  const write = (values: readonly string[]) => texts.map((text, at) => text + (values[at] ?? '')).join('')
  return [write(plain), ...fills.flatMap((some, at) => some.map((value) => write(plain.with(at, value))))]
}

function checkPath(rest: string, place: Place, when: When, known: KnownValues, faults: Faults): void {
  const { texts, places } = partsOf(rest)
  const literal = texts.join('a')
  if (/[\\\s#@]|%(?![0-9a-fA-F]{2})/.test(literal) || hasDots(literal) || /^[^?]*\/\//.test(literal))
    faults.add(
      place,
      'path_invalid',
      'Leave out spaces, backslashes, #, @, double slashes and . or .. as a part',
    )
  if (when === 'base' && (literal.includes('?') || literal.endsWith('/')))
    faults.add(
      place,
      'path_invalid',
      'The address that paths are put behind has no query and no / at its end',
    )
  for (const { name } of places) {
    const value = known.get(name)
    const takesDots = value?.is === 'field' ? ['.', '..'].some((dots) => value.pattern?.test(dots)) : false
    if (takesDots)
      faults.add(place, 'value_unsafe', `{${name}}: the value may be . or .., which leads elsewhere`)
  }
}

/** Also as services see them that decode a path first. */
export function hasDots(path: string): boolean {
  const [before = ''] = path.split('?', 1)
  return before
    .replaceAll(/%2e/gi, '.')
    .split(/\/|%2f|%5c/i)
    .some((part) => /^\.{1,2}(;|$)/.test(part))
}

/** An address for people, without places. */
function checkLink(link: string, place: Place, faults: Faults): void {
  const url = URL.parse(link)
  const isPlain = !/[\s\\{}]/.test(link) && url?.username === '' && url.password === '' && url.port === ''
  if (url?.protocol !== 'https:' || !isPlain || !isPublicHost(url.hostname))
    faults.add(place, 'link_invalid', 'Give an https address of a public host')
}
