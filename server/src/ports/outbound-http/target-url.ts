/** What an address that people enter must look like. Pure: names are looked up only when calling. */
import { isIP } from 'node:net'
import { isHostName, isLocalName } from '../../platform/host-names.ts'
import type { AddressRules } from './address-rules.ts'

export type TargetRefusal = keyof typeof SENTENCES

export type TargetCheck =
  | {
      ok: true
      /** Normalised, without fragment: store and call exactly this. */
      url: URL
      /** `opened`: every address behind it must be one that the operator opened; public is not enough. */
      reach: 'public' | 'opened'
    }
  | { ok: false; reason: TargetRefusal; message: string }

export const MAX_URL_LENGTH = 2048

/**
 * Plain http and local names pass only where the operator opened addresses, so that receivers on a
 * private network or on one's own machine can be called; everything else is https to public addresses.
 */
export function checkTargetUrl(text: string, rules: AddressRules): TargetCheck {
  if (text.length > MAX_URL_LENGTH) return refuse('too_long')
  if (UNSAFE_CHARACTERS.test(text) || !text.isWellFormed()) return refuse('malformed')
  const url = URL.parse(text)
  if (!url) return refuse('malformed')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('scheme')
  if (!text.toLowerCase().startsWith(`${url.protocol}//`)) return refuse('malformed')
  if (authorityOf(text).includes('@')) return refuse('userinfo')
  normalise(url)
  if (url.href.length > MAX_URL_LENGTH) return refuse('too_long')
  if (!isPortOpen(url)) return refuse('port')
  return checkHost(url, rules)
}

/** The host as sockets want it: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

export function portOf(url: URL): number {
  return url.port === '' ? DEFAULT_PORTS[url.protocol === 'https:' ? 'https' : 'http'] : Number(url.port)
}

function refuse(reason: TargetRefusal): TargetCheck {
  return { ok: false, reason, message: SENTENCES[reason] }
}

const SENTENCES = {
  too_long: `The address must have at most ${MAX_URL_LENGTH} characters.`,
  malformed: 'The address must be a complete URL such as https://example.com/hook, without spaces.',
  scheme: 'The address must begin with https://.',
  userinfo: 'The address must not contain a user name or password.',
  port: 'The port of the address must be 443, or 1024 and above and not one of a database or similar service.',
  host: 'The host of the address must be the name of a public host.',
  address: 'The address must not point to a private or reserved network.',
} as const

/** URL would strip or turn these; what was checked must be what is called. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE_CHARACTERS = /[\s\\\u0000-\u001f\u007f-\u009f]/u

function authorityOf(text: string): string {
  return text.slice(text.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? ''
}

function normalise(url: URL): void {
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
}

const DEFAULT_PORTS = { https: 443, http: 80 }

function isPortOpen(url: URL): boolean {
  const port = portOf(url)
  if (url.protocol === 'http:' && port === DEFAULT_PORTS.http) return true
  return port === DEFAULT_PORTS.https || (port >= 1024 && !CLOSED_PORTS.has(port))
}

/** Databases, queues, remote control: services that may take an HTTP request for something else. */
const CLOSED_PORTS = new Set([
  1433, 1521, 1723, 1883, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4222, 5432, 5433, 5672, 5900, 5984,
  5985, 5986, 6000, 6379, 6380, 6432, 6443, 6667, 7000, 7001, 9042, 9092, 9100, 9200, 9300, 10250, 10255,
  11211, 26379, 27017, 27018, 28017,
])

function checkHost(url: URL, rules: AddressRules): TargetCheck {
  const host = hostOf(url)
  const isPlain = url.protocol === 'http:'
  if (isIP(host) !== 0) {
    const verdict = rules.judge(host)
    if (verdict === 'refused') return refuse('address')
    if (isPlain && verdict !== 'allowed') return refuse('scheme')
  } else {
    if (!isHostName(host)) return refuse('malformed')
    const isLocal = isLocalName(host)
    if (isLocal && !rules.opensAny) return refuse('host')
    // What is opened are addresses, not schemes: a name of the world stays https.
    if (isPlain && !isLocal) return refuse('scheme')
  }
  return { ok: true, url, reach: isPlain || isLocalName(host) ? 'opened' : 'public' }
}
