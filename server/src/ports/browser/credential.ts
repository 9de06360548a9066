import type { HostRules } from './host-rules.ts'
import type { SessionOptions } from './port.ts'

/** The value of the header `Authorization` that a request of a page gets; null when it gets none from us. */
export type FindCredential = (request: {
  url: string
  method: string
  /** By its name in lower case. */
  header(name: string): string | undefined
}) => string | null

/** Pages of other hosts could spend the credential: what they send is not given one. */
export function createFindCredential(
  authorization: SessionOptions['authorization'],
  rules: HostRules,
): FindCredential {
  const prefix = authorization && URL.parse(authorization.prefix)
  if (!prefix) return () => null
  return ({ url, method, header }) => {
    // A key of the page's own would count for nothing next to ours.
    const hasOne = header('authorization') !== undefined || header('api_key') !== undefined
    if (hasOne || method === 'OPTIONS') return null
    const origin = header('origin')
    if (origin !== undefined && !rules.isOwn(origin)) return null
    const target = URL.parse(url)
    // A websocket begins as a request to the same origin.
    if (target?.protocol === 'ws:') target.protocol = 'http:'
    if (target?.protocol === 'wss:') target.protocol = 'https:'
    const isBelow = target?.origin === prefix.origin && target.href.startsWith(prefix.href)
    return isBelow ? `Bearer ${authorization.token}` : null
  }
}
