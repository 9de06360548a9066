/**
 * The only way out of a browser: a proxy on loopback, one for each session. It decides every connection by the rules of
 * the session; what is not of this installation is dialled by the outbound guard.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { forwardRequest, forwardUpgrade } from '../../platform/http/forward.ts'
import { OutboundRefused, type OutboundSockets } from '../outbound-http/port.ts'
import type { FindCredential } from './credential.ts'
import { type HostRules, originOf } from './host-rules.ts'
import { isFromOwnAccount } from './peer-account.ts'

export interface ConfiningProxy {
  readonly port: number
  /** Why an address was not reached lately; null when it was not refused. */
  refusalOf(url: string): string | null
  close(): Promise<void>
}

export interface ProxyOptions {
  rules: HostRules
  sockets: OutboundSockets
  findCredential: FindCredential
}

export async function startProxy(options: ProxyOptions): Promise<ConfiningProxy> {
  const { rules, sockets, findCredential } = options
  const ended = new AbortController()
  const { signal } = ended
  const refusals = new Map<string, string>()
  const open = new Set<Duplex>()

  function refuse(host: string, port: number, message: string): void {
    if (refusals.size >= MAX_REFUSALS) refusals.delete(refusals.keys().next().value ?? '')
    refusals.set(`${host}:${port}`, message)
  }

  /** Null when it was refused or did not come about. */
  async function dial(scheme: 'http' | 'https', host: string, port: number): Promise<Socket | null> {
    if (rules.ownOrigin(scheme, host, port)) return dialOwn(host, port, signal)
    const origin = originOf(scheme, host, port)
    if (origin === null || !rules.allows(host, port)) {
      refuse(host, port, `The host ${host} is none that this flow may load from.`)
      return null
    }
    try {
      return await sockets.tunnel(`${origin}/`, signal)
    } catch (error) {
      if (error instanceof OutboundRefused) refuse(host, port, error.message)
      return null
    }
  }

  const accounts = new WeakMap<Socket, Promise<boolean>>()

  function isOurs(socket: Socket): Promise<boolean> {
    const known = accounts.get(socket) ?? isFromOwnAccount(socket)
    accounts.set(socket, known)
    return known
  }

  /** Requests come in two ways: to the proxy with a whole address, or inside a tunnel to an origin of our own. */
  const origins = new WeakMap<Duplex, string>()

  function addressOf(request: IncomingMessage): URL | null {
    const origin = origins.get(request.socket)
    const path = request.url ?? ''
    if (origin === undefined) return path.startsWith('http://') ? URL.parse(path) : null
    return path.startsWith('/') ? URL.parse(origin + path) : null
  }

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = (await isOurs(request.socket)) ? addressOf(request) : null
    const upstream = url && (await dial('http', bareHost(url), Number(url.port || 80)))
    // Closed without a word: an answer of ours would pass for one of that host.
    if (!url || !upstream || request.destroyed) return drop(upstream, request.socket)
    forwardRequest({ url, request, response, upstream, credential: credentialFor(url, request) })
  }

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = (await isOurs(request.socket)) ? addressOf(request) : null
    const upstream = url && (await dial('http', bareHost(url), Number(url.port || 80)))
    if (!url || !upstream || socket.destroyed) return drop(upstream, socket)
    forwardUpgrade({ url, request, socket, head, upstream, credential: credentialFor(url, request) })
  }

  function credentialFor(url: URL, { method = 'GET', headers }: IncomingMessage): string | null {
    return findCredential({ url: url.href, method, header: (name) => headers[name]?.toString() })
  }

  async function onConnect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const target = (await isOurs(request.socket)) ? readAuthority(request.url ?? '') : null
    if (!target) return void socket.end(REFUSED)
    const origin = rules.ownOrigin('http', target.host, target.port)
    if (origin !== null) {
      // A websocket of our own origin without TLS: read as the requests that it must consist of.
      origins.set(socket, origin)
      socket.write(CONNECTED)
      if (head.length > 0) socket.unshift(head)
      inner.emit('connection', socket)
      return
    }
    const upstream = await dial('https', target.host, target.port)
    if (!upstream || socket.destroyed) {
      upstream?.destroy()
      return void socket.end(REFUSED)
    }
    socket.write(CONNECTED)
    join(socket, upstream, head)
  }

  const inner = createServer((request, response) => void onRequest(request, response))
  inner.on('upgrade', (request, socket, head) => void onUpgrade(request, socket, head))
  const server = createServer((request, response) => void onRequest(request, response))
  server.maxConnections = MAX_CONNECTIONS
  server.on('connect', (request, socket, head) => void onConnect(request, socket, head))
  // Browsers ask for a tunnel first; nobody else has business here.
  server.on('upgrade', (_, socket) => socket.destroy())
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('error', () => {}) // browsers cut connections whenever a page goes away
    socket.on('close', () => open.delete(socket))
  })
  await listen(server)

  return {
    port: (server.address() as AddressInfo).port, // a string only for pipes
    refusalOf(text) {
      const url = URL.parse(text)
      if (!url) return null
      const port = Number(url.port || (url.protocol === 'http:' || url.protocol === 'ws:' ? 80 : 443))
      return refusals.get(`${bareHost(url)}:${port}`) ?? null
    },
    async close() {
      ended.abort()
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const MAX_CONNECTIONS = 256
const MAX_REFUSALS = 100
const CONNECTED = 'HTTP/1.1 200 Connection Established\r\n\r\n'
const REFUSED = 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** `host:port` and nothing else. */
function readAuthority(text: string): { host: string; port: number } | null {
  if (!/^(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+):\d{1,5}$/i.test(text)) return null
  const url = URL.parse(`http://${text}/`)
  const port = Number(text.slice(text.lastIndexOf(':') + 1))
  return url && port > 0 && port < 65_536 ? { host: bareHost(url), port } : null
}

/** As sockets want it. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** Not by the guard: the operator's own addresses are often private. */
async function dialOwn(host: string, port: number, signal: AbortSignal): Promise<Socket | null> {
  // Names below localhost are loopback for browsers, also where the machine does not know them.
  const name = /(^|\.)localhost$/.test(host) ? '127.0.0.1' : host
  const socket = connect({ host: name, port, noDelay: true, signal })
  // The session may end at any moment, also while nobody listens to the socket: the error would end the server.
  socket.on('error', () => {})
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]) })
    return socket
  } catch {
    socket.destroy()
    return null
  }
}

const CONNECT_MS = 5_000

function drop(...sockets: (Duplex | null)[]): void {
  for (const socket of sockets) socket?.destroy()
}

function join(socket: Duplex, upstream: Socket, head: Buffer): void {
  socket.on('error', () => upstream.destroy())
  upstream.on('error', () => socket.destroy())
  socket.on('close', () => upstream.destroy())
  upstream.on('close', () => socket.destroy())
  if (head.length > 0) upstream.write(head)
  socket.pipe(upstream)
  upstream.pipe(socket)
}
