/** What the code of functions calls, each connection decided by the guard at the moment of dialling. */
import { Agent, type BodyInit, fetch, type Response } from 'undici'
import type { OutboundSockets } from '../outbound-http/port.ts'

export interface Outbound {
  fetch(url: string, request: OutboundFetch): Promise<Response>
  close(): Promise<void>
}

export interface OutboundFetch {
  method: string
  headers: readonly [string, string][]
  body: AsyncIterable<Uint8Array> | null
  redirect: 'follow' | 'error' | 'manual'
  signal: AbortSignal
}

/** `hosts`: those that may be called, `*` for all, `*.example.com` for the names below it. */
export function createOutbound(sockets: OutboundSockets, hosts: readonly string[]): Outbound {
  const requireAllowed = (host: string) => {
    if (!hosts.some((pattern) => matches(pattern, host))) {
      throw new Error(`Functions may not call ${host}: it is not in FUNCTION_HOSTS.`)
    }
  }
  const agent = new Agent({
    connect({ protocol, hostname, port }, done) {
      const signal = AbortSignal.timeout(CONNECT_MS)
      const open = async () => {
        requireAllowed(hostname)
        return sockets.connect(`${protocol}//${hostname}${port ? `:${port}` : ''}/`, signal)
      }
      open().then(
        (socket) => done(null, socket),
        (error) => done(error, null),
      )
    },
    connections: CONNECTIONS_PER_ORIGIN,
  })
  return {
    fetch: (url, { body, ...rest }) =>
      fetch(url, {
        ...rest,
        headers: rest.headers.map(([name, value]): [string, string] => [name, value]),
        body: body as BodyInit | null,
        duplex: 'half',
        dispatcher: agent,
      }),
    close: () => agent.destroy(),
  }
}

const CONNECT_MS = 10_000
const CONNECTIONS_PER_ORIGIN = 64

function matches(pattern: string, host: string): boolean {
  if (pattern === '*' || pattern === host) return true
  return pattern.startsWith('*.') && host.endsWith(pattern.slice(1))
}
