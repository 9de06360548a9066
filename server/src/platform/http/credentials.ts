import type { IncomingMessage } from 'node:http'
import type { CredentialRule } from '@atrium/contract'
import { ApiError, refuse } from '../errors.ts'
import type { Presented } from './visitor.ts'

/** Finds the credential of a request: bearer before api_key before the session cookie. */
export function presentedCredential(request: IncomingMessage, cookieName: string): Presented | null {
  const { authorization, api_key: apiKey, cookie } = request.headers
  if (authorization !== undefined) {
    if (timesSent(request, 'authorization') > 1) throw refuse('invalid_credentials')
    const match = BEARER.exec(authorization)
    if (!match?.[1]) throw refuse('invalid_credentials')
    return { secret: match[1], via: 'bearer' }
  }
  if (apiKey !== undefined) {
    if (typeof apiKey !== 'string' || !SECRET.test(apiKey)) throw refuse('invalid_credentials')
    return { secret: apiKey, via: 'api_key' }
  }
  const session = cookie === undefined ? undefined : cookieValue(cookie, cookieName)
  return session === undefined ? null : { secret: session, via: 'cookie' }
}

/** The same, where one that cannot be read counts as none. */
export function readableCredential(request: IncomingMessage, cookieName: string): Presented | null {
  try {
    return presentedCredential(request, cookieName)
  } catch (refusal) {
    if (refusal instanceof ApiError) return null
    throw refusal
  }
}

/**
 * All that may be a credential of ours, in the same order: what is none of ours is for the one that gets the request.
 * Where the basic scheme is taken, a cookie is not: a program asks, and no page of a browser may do so for somebody.
 */
export function possibleCredentials(
  request: IncomingMessage,
  cookieName: string,
  { basic }: Pick<CredentialRule, 'basic'>,
): Presented[] {
  const { authorization = '', api_key: apiKey, cookie } = request.headers
  if (timesSent(request, 'authorization') > 1) throw refuse('invalid_credentials')
  const bearer = BEARER.exec(authorization)?.[1] ?? (basic ? basicPassword(authorization) : undefined)
  const key = typeof apiKey === 'string' && SECRET.test(apiKey) ? apiKey : undefined
  const session = cookie === undefined || basic ? undefined : cookieValue(cookie, cookieName)
  return [
    ...(bearer === undefined ? [] : [{ secret: bearer, via: 'bearer' as const }]),
    ...(key === undefined ? [] : [{ secret: key, via: 'api_key' as const }]),
    ...(session === undefined ? [] : [{ secret: session, via: 'cookie' as const }]),
  ]
}

/** Of a name that nobody looks at, and a password. */
function basicPassword(authorization: string): string | undefined {
  const encoded = BASIC.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('latin1')
  const password = decoded.slice(decoded.indexOf(':') + 1)
  return SECRET.test(password) ? password : undefined
}

/** Whether it says of itself that it is one of our credentials, be it a good one or not. */
export function isOfOurForm({ secret, via }: Presented): boolean {
  return via !== 'cookie' && OUR_FORM.test(secret)
}

/**
 * Whether a request with a cookie comes from our own pages. Browsers say so themselves;
 * a client that says nothing is not a browser and can send its token as a bearer.
 */
export function isSameOrigin(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = request.headers
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

const OUR_FORM = /^(pat|wsk|key|ses|aps)_/
const BEARER = /^bearer ([\x21-\x7e]{1,512})$/i
const BASIC = /^basic ([A-Za-z0-9+/=]{1,2048})$/i
const SECRET = /^[\x21-\x2b\x2d-\x7e]{1,512}$/ // no comma: Node joins repeated headers with one

/** Node keeps only the first of repeated Authorization headers, silently. */
function timesSent(request: IncomingMessage, name: string): number {
  let times = 0
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    if (request.rawHeaders[i]?.toLowerCase() === name) times++
  }
  return times
}

export function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}
