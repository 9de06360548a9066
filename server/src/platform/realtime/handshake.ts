/** Who comes: what a handshake says, and what the product makes of it. */
import type { IncomingMessage } from 'node:http'
import { refuse } from '../errors.ts'
import { isSameOrigin, presentedCredential } from '../http/credentials.ts'
import type { Presented, Visitor } from '../http/visitor.ts'
import { makeId } from '../ids.ts'

export interface Handshake {
  app_id: string
  presented: Presented | null
  visitor: Visitor
}

/** Lets somebody in, or refuses. Asked again whenever what it depends on may have changed. */
export type AuthorizeConnection = (handshake: Handshake) => Promise<Connection>

export interface Connection {
  person: Visitor
  /** When they must be judged again, whatever happens; null = never. */
  expires_at: Date | null
  /** Ids of all whose change may take this right away again. */
  depends_on: readonly string[]
}

/** The token stands in the query, where browsers can put it; our own pages have a cookie. */
export function readHandshake(request: IncomingMessage, cookieName: string, address: string): Handshake {
  const query = new URLSearchParams(request.url?.split('?')[1] ?? '')
  const appIds = query.getAll('app_id')
  const [app_id = ''] = appIds
  if (appIds.length !== 1 || !APP_ID.test(app_id)) throw refuse('app_not_found')
  const visitor = { request_id: makeId('req'), address }
  return { app_id, visitor, presented: readCredential(request, query.getAll('token'), cookieName) }
}

function readCredential(
  request: IncomingMessage,
  tokens: readonly string[],
  cookieName: string,
): Presented | null {
  const [token = '', ...others] = tokens
  if (others.length > 0) throw refuse('invalid_credentials')
  if (!NO_TOKEN.includes(token)) {
    if (!TOKEN.test(token)) throw refuse('invalid_credentials')
    return { secret: token, via: 'bearer' }
  }
  const presented = presentedCredential(request, cookieName)
  // Any page can make a browser connect here with our cookie.
  return presented?.via === 'cookie' && !isSameOrigin(request) ? null : presented
}

/** With a proxy in front only what that proxy added itself is believed. */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined
  const nearest = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return nearest || (request.socket.remoteAddress ?? '')
}

const APP_ID = /^[\w-]{1,64}$/
const TOKEN = /^[\x21-\x7e]{1,512}$/
/** What clients write for a token they do not have. */
const NO_TOKEN = ['', 'null', 'undefined']
