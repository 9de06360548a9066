import type { HostRules } from './host-rules.ts'
import type { SessionOptions } from './port.ts'

/** The value of the header `Authorization` that a request of a page gets; null when it gets none from us. */
export type FindCredential = (request: {
  url: string
  method: string
  /** The header `Origin`. */
  origin: string | undefined
  hasOne: boolean
}) => string | null

/** Pages of other hosts could spend the credential: what they send is not given one. */
export function createFindCredential(
  authorization: SessionOptions['authorization'],
  rules: HostRules,
): FindCredential {
  const prefix = authorization && URL.parse(authorization.prefix)
  if (!prefix) return () => null
  return ({ url, method, origin, hasOne }) => {
    if (hasOne || method === 'OPTIONS') return null
    if (origin !== undefined && !rules.isOwn(origin)) return null
    const target = URL.parse(url)
    // A websocket begins as a request to the same origin.
    if (target?.protocol === 'ws:') target.protocol = 'http:'
    if (target?.protocol === 'wss:') target.protocol = 'https:'
    const isBelow = target?.origin === prefix.origin && target.href.startsWith(prefix.href)
    return isBelow ? `Bearer ${authorization.token}` : null
  }
}
