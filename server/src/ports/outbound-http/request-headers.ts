/** What callers may set. Names and values can stem from people, so nothing passes that bends the request. */
import { validateHeaderName, validateHeaderValue } from 'node:http'

/** Lower-case names; throws on a header that is malformed, given twice, or ours to set. */
export function sendableHeaders(headers: Record<string, string>): Record<string, string> {
  const sendable = new Map([['user-agent', 'Atrium']])
  const given = new Set<string>()
  for (const [written, value] of Object.entries(headers)) {
    const name = written.toLowerCase()
    validateHeaderName(name)
    validateHeaderValue(name, value)
    if (RESERVED.has(name)) throw new TypeError(`The header "${name}" is not the caller's to set.`)
    if (given.has(name)) throw new TypeError(`The header "${name}" is given twice.`)
    given.add(name)
    sendable.set(name, value)
  }
  sendable.set('accept-encoding', 'identity') // nothing is decompressed here
  return Object.fromEntries(sendable)
}

export function sendableMethod(method: string): string {
  if (!/^[A-Z]{1,20}$/.test(method) || method === 'CONNECT' || method === 'TRACE') {
    throw new TypeError('The method must be one such as GET or POST.')
  }
  return method
}

const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
