/**
 * The only way of git to a server: an address on loopback, for one call, behind a key that nobody can guess. What git
 * sends there goes on over a connection that the outbound guard made, with the credential, which git never sees.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { forwardRequest } from '../../platform/http/forward.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { OutboundSockets } from '../outbound-http/port.ts'
import type { Setting } from './environment.ts'
import { GitFailed, type Remote } from './port.ts'

export interface Gateway {
  /** What git takes for the remote, and the key. */
  readonly settings: readonly Setting[]
  /** What went wrong on the way; null when nothing did. */
  failure(): GitFailed | null
  close(): Promise<void>
}

export async function openGateway(
  remote: Remote,
  { sockets, maxBytes, signal }: { sockets: OutboundSockets; maxBytes: number; signal: AbortSignal },
): Promise<Gateway> {
  const target = new URL(remote.url)
  const key = `Bearer ${randomBytes(24).toString('base64url')}`
  const ended = new AbortController()
  const connections = new Set<Socket>()
  let failure: GitFailed | null = null
  let received = 0

  function watch(answer: IncomingMessage, cut: () => void): void {
    failure ??= failureOfStatus(answer.statusCode ?? 0)
    // Nobody asked for a packed answer: a few bytes of one may stand for more than git can hold.
    if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') {
      failure ??= new GitFailed('unreachable', 'The server sends what was not asked for.')
      cut()
      return
    }
    answer.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received <= maxBytes) return
      failure ??= new GitFailed('too_large', 'The repository is larger than may be copied.')
      cut()
    })
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request)
    const isGit = timingSafeEqual(hashSecret(request.headers.authorization ?? ''), hashSecret(key))
    if (path === null || !isGit) return void response.writeHead(404).end()
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
      dropped: ['authorization', 'accept-encoding'],
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
    settings: [
      ['remote.origin.url', `http://127.0.0.1:${port}/`],
      // Not in the address: git starts helpers with that on their command line, which everybody on the machine may read.
      ['http.extraHeader', `Authorization: ${key}`],
    ],
    failure: () => failure,
    async close() {
      ended.abort()
      for (const socket of connections) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The smart protocol and nothing else: with the older one a server could send git anywhere. */
function pathOf({ method, url = '' }: IncomingMessage): string | null {
  const isKnown =
    method === 'GET' ? /^\/info\/refs\?service=git-(upload|receive)-pack$/ : /^\/git-(upload|receive)-pack$/
  return (method === 'GET' || method === 'POST') && isKnown.test(url) ? url : null
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
