/** Where a call goes: below the address of the connector, and nowhere else. Pure. */
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { invalid, refuse } from '../../../platform/errors.ts'
import { fillTemplate, MissingValue, placesOf } from '../../../platform/text/fill-template.ts'
import { MAX_URL_LENGTH } from '../../../ports/outbound-http/port.ts'

type Texts = Readonly<Record<string, string>>

/** The connector's own address, without a slash at its end. */
export interface Base {
  origin: string
  path: string
}

/** Throws `connector_call_failed` when the values of the connection do not make an address. */
export function baseOf({ api }: Pick<ConnectorDefinition, 'api'>, values: Texts): Base {
  const template = api.base_url
  // Only a place at the very beginning is for a whole address; all others must stay within their part of it.
  const [first = ''] = template.startsWith('{') ? placesOf(template) : []
  const astray = placesOf(template).find((name) => name !== first && BREAKS_OUT.test(values[name] ?? ''))
  if (astray !== undefined) throw unusable(`The value of ${astray} is no part of an address`)
  const url = URL.parse(filled(template, values))
  if (!url || !/^https?:$/.test(url.protocol)) throw unusable('The address of the service is not complete')
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

/** The whole address of a call; refuses at `body.path` what would leave the connector's address. */
export function addressOf(base: Base, path: string, query: Texts): string {
  const fault = faultOf(path)
  if (fault) throw invalid(AT_PATH, 'path_invalid', fault)
  const url = URL.parse(base.origin + base.path + path)
  if (!url || !isBelow(base, url)) throw invalid(AT_PATH, 'path_invalid', OUTSIDE)
  const address = url.origin + url.pathname + mergeQuery(url.search, query)
  if (address.length <= MAX_URL_LENGTH) return address
  throw invalid(AT_PATH, 'path_too_long', `Address and query have at most ${MAX_URL_LENGTH} characters`)
}

/** An address that the answer from `current` names, as a path for `addressOf`; null when it lies elsewhere. */
export function pathBelow(base: Base, address: string, current: string): string | null {
  const url = URL.parse(address, current)
  if (!url || !isBelow(base, url)) return null
  if (url.username !== '' || url.password !== '') return null
  const path = url.pathname.slice(base.path.length) + url.search
  return faultOf(path) ? null : path
}

/** A template of the definition, filled; a value that is missing is a fault of the connection. */
export function filled(template: string, values: Texts): string {
  try {
    return fillTemplate(template, values)
  } catch (error) {
    if (error instanceof MissingValue) throw unusable(error.message)
    throw error
  }
}

export function unusable(why: string): Error {
  return refuse('connector_call_failed', { message: `${why}; connect the service again.` })
}

const AT_PATH = ['body', 'path']
const OUTSIDE = 'Stay below the address of the service: a path such as /orders/1, without . or .. as a part'
/** What ends the part of an address that a value stands in. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BREAKS_OUT = /[/\\?#@\s\u0000-\u001f\u007f-\u009f]|\.\.|%/u
/** `URL` would strip or turn these, so that what is called is not what was checked. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\\#\u0000-\u001f\u007f-\u009f]|%(?:[01][0-9a-f]|7f)/iu
/** What services decode before they look at the parts of a path, some of them more than once. */
const ENCODED = /%(2e|2f|5c|25|3b)/gi
const DECODED: Readonly<Record<string, string>> = { '2e': '.', '2f': '/', '5c': '\\', '25': '%', '3b': ';' }
const MOST_ENCODINGS = 4

function faultOf(path: string): string | null {
  const [before = '', search = ''] = splitQuery(path)
  if (!before.startsWith('/') || before.startsWith('//'))
    return 'Begin with one / and the path, without a host'
  if (!path.isWellFormed() || UNSAFE.test(before) || RAW_UNSAFE.test(search)) {
    return 'Leave out backslashes, # and control characters'
  }
  const parts = decoded(before)?.split(/[/\\]/)
  // Some servers cut a part at its semicolon first.
  return !parts || parts.some((part) => /^\.{1,2}(;|$)/.test(part)) ? OUTSIDE : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const RAW_UNSAFE = /[#\u0000-\u001f\u007f-\u009f]/u

function splitQuery(path: string): [string, string] {
  const at = path.indexOf('?')
  return at === -1 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)]
}

/** Null when it is encoded so often that nobody means it. */
function decoded(path: string): string | null {
  let text = path
  for (let round = 0; round < MOST_ENCODINGS; round++) {
    const next = text.replace(ENCODED, (_, code: string) => DECODED[code.toLowerCase()] ?? '')
    if (next === text) return text
    text = next
  }
  return null
}

function isBelow(base: Base, url: URL): boolean {
  return url.origin === base.origin && url.pathname.startsWith(`${base.path}/`)
}

/** What the path brings along stays as it was written, unless the same name is given. */
function mergeQuery(search: string, query: Texts): string {
  const names = Object.keys(query)
  if (names.length === 0) return search
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !Object.hasOwn(query, nameOf(pair)))
  const given = names.map((name) => `${encoded(name)}=${encoded(query[name] ?? '')}`)
  return `?${[...kept, ...given].join('&')}`
}

function nameOf(pair: string): string {
  const [[name = ''] = []] = new URLSearchParams(pair)
  return name
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
