/** Which headers of a request that is passed on reach the receiver, and which of its answer reach the sender. */
import type { IncomingMessage } from 'node:http'
import { isSendableHeader } from './sendable-header.ts'
import type { Presented } from './visitor.ts'

type Header = readonly [name: string, value: string]

const HOP_BY_HOP = names(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect',
)
/** What proxies in front of us set, of which we set ourselves what the receiver needs; and what only we write. */
const NOT_PASSED = /^(forwarded|x-(forwarded-.*|real-ip|atrium-.*|request-id))$/
/** What would act on the whole origin, on the connection, or on a proxy in front of us. */
const NOT_ANSWERED = new RegExp(
  `^(${[
    'x-atrium-.*',
    'x-request-id',
    'strict-transport-security',
    'content-security-policy(-report-only)?',
    'x-content-type-options',
    'access-control-.*',
    'ratelimit(-.*)?',
    'content-length',
    'date',
    'alt-svc',
    'clear-site-data',
    'service-worker-allowed',
    'nel',
    'report-to',
    'reporting-endpoints',
    'x-accel-redirect',
    'x-sendfile',
    'x-lighttpd-send-file',
    'x-reproxy-.*',
  ].join('|')})$`,
)
const OUR_SECRET = /(?<![A-Za-z0-9])(pat|wsk|key|ses|aps)_[\w-]{20,}/

export interface Passing {
  cookieName: string
  /** The credential that was used; null when there was none of ours. */
  presented: Presented | null
  request_id: string
  address: string
}

/** All headers but those between two neighbours, and nothing that would let the receiver act as the sender. */
export function passedHeaders(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  passing: Passing,
): Header[] {
  const between = new Set(betweenNeighbours(rawHeaders))
  const kept: Header[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    if (HOP_BY_HOP.has(name) || between.has(name) || NOT_PASSED.test(name)) continue
    if (name === 'cookie') {
      const others = withoutCookie(value, passing.cookieName)
      if (others !== '') kept.push([name, others])
    } else if (!isCredential(name, value, passing)) kept.push([name, value])
  }
  kept.push(['x-forwarded-for', passing.address], ['x-request-id', passing.request_id])
  return kept
}

/** What of an answer goes out; a header that cannot be sent is left out. */
export function answeredHeaders(headers: readonly Header[], cookieName: string): Map<string, string[]> {
  const answered = new Map<string, string[]>()
  for (const [written, value] of headers) {
    const name = written.toLowerCase()
    if (HOP_BY_HOP.has(name) || NOT_ANSWERED.test(name) || !isSendableHeader(name, value)) continue
    if (name === 'set-cookie' && !isOtherCookie(value.split(';', 1)[0] ?? '', cookieName)) continue
    const values = answered.get(name)
    if (values) values.push(value)
    else answered.set(name, [value])
  }
  return answered
}

function isCredential(name: string, value: string, { presented }: Passing): boolean {
  if (name !== 'authorization' && name !== 'api_key') return false
  if (OUR_SECRET.test(value)) return true
  if (presented?.via === 'bearer') return true // and with it a key that nobody looked at
  return presented?.via === 'api_key' && name === 'api_key'
}

function withoutCookie(header: string, cookieName: string): string {
  const others = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => isOtherCookie(pair, cookieName))
  return others.join('; ')
}

/**
 * False for names that begin with that of the session, as those of all our cookies do, with the prefix of https or
 * without. False without a name too: browsers send such a cookie as its value alone, which may read like one of ours.
 */
function isOtherCookie(pair: string, cookieName: string): boolean {
  const bare = (text: string) =>
    text
      .trim()
      .replace(/^__(host|secure)-/i, '')
      .toLowerCase()
  const [name = '', ...value] = pair.split('=')
  return name.trim() !== '' && value.length > 0 && !bare(name).startsWith(bare(cookieName))
}

/** The headers that the sender names as meant for its neighbour only. */
function betweenNeighbours(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === 'connection'
      ? (rawHeaders[at + 1] ?? '').split(',').map((one) => one.trim().toLowerCase())
      : [],
  )
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
