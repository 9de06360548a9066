/**
 * The only way of git to a server: an address on loopback, for one call, behind a word that nobody can guess. What git
 * sends there goes on over a connection that the outbound guard made, with the credential, which git never sees.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { forwardRequest } from '../../platform/http/forward.ts'
import type { OutboundSockets } from '../outbound-http/port.ts'
import { GitFailed, type Remote } from './port.ts'

export interface Gateway {
  /** What git takes for the remote. */
  readonly url: string
  /** What went wrong on the way; null when nothing did. */
  failure(): GitFailed | null
  close(): Promise<void>
}

export async function openGateway(
  remote: Remote,
  { sockets, maxBytes, signal }: { sockets: OutboundSockets; maxBytes: number; signal: AbortSignal },
): Promise<Gateway> {
  const target = new URL(remote.url)
  const key = randomBytes(24).toString('base64url')
  const ended = new AbortController()
  const connections = new Set<Socket>()
  let failure: GitFailed | null = null
  let received = 0

  function watch(answer: IncomingMessage, cut: () => void): void {
    failure ??= failureOfStatus(answer.statusCode ?? 0)
    answer.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received <= maxBytes) return
      failure ??= new GitFailed('too_large', 'The repository is larger than may be copied.')
      cut()
    })
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request, key)
    if (path === null) return void response.writeHead(404).end()
    const url = new URL(target.origin + target.pathname.replace(/\/+$/, '') + path)
    let upstream: Socket
    try {
      upstream = await sockets.connect(url.href, AbortSignal.any([signal, ended.signal]))
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : 'No connection came about.'
      failure ??= new GitFailed('unreachable', message, { cause })
      return void response.destroy()
    }
    if (response.destroyed) return void upstream.destroy()
    upstream.on('error', () => {})
    forwardRequest({
      url,
      request,
      response,
      upstream,
      credential: basic(remote.credential),
      onAnswer: watch,
    })
  }

  const server = createServer((request, response) => void pass(request, response))
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('error', () => {}) // git may be ended at any moment
    socket.on('close', () => connections.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a string only for pipes

  return {
    url: `http://127.0.0.1:${port}/${key}`,
    failure: () => failure,
    async close() {
      ended.abort()
      for (const socket of connections) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The smart protocol and nothing else: with the older one a server could send git anywhere. */
function pathOf({ method, url = '' }: IncomingMessage, key: string): string | null {
  if (!url.startsWith(`/${key}/`)) return null
  const path = url.slice(key.length + 1)
  const isKnown =
    method === 'GET' ? /^\/info\/refs\?service=git-(upload|receive)-pack$/ : /^\/git-(upload|receive)-pack$/
  return (method === 'GET' || method === 'POST') && isKnown.test(path) ? path : null
}

function basic(credential: Remote['credential']): string | null {
  if (credential === null) return null
  return `Basic ${Buffer.from(`${credential.username}:${credential.password}`).toString('base64')}`
}

function failureOfStatus(status: number): GitFailed | null {
  if (status >= 200 && status < 300) return null
  if (status === 401 || status === 403)
    return new GitFailed('access_denied', 'The server refuses the credential.')
  if (status === 404 || status === 410) return new GitFailed('not_found', 'There is no repository there.')
  if (status === 413) return new GitFailed('too_large', 'The server does not take that much.')
  if (status >= 300 && status < 400) {
    return new GitFailed('not_found', 'The repository has moved to another address.')
  }
  return new GitFailed('unreachable', `The server answers with the status ${status}.`)
}
