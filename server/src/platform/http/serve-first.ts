import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** A request as it came, before any route is chosen for it. */
export interface FirstRequest {
  method: string
  /** As the request itself names it: what a proxy says next to it, the caller may have written. */
  host: string | undefined
  /** Of the request line, with its query. */
  url: string
  headers: IncomingHttpHeaders
}

export interface FirstAnswer {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  body: Uint8Array | AsyncIterable<Uint8Array> | null
}

/** Null when the request is for the routes. */
export type ServeFirst = (request: FirstRequest) => FirstAnswer | null | Promise<FirstAnswer | null>

/** Serves whole hosts and paths past all routes, with none of what holds for them but the common headers and the log. */
export function serveFirst(server: FastifyInstance, serve: ServeFirst): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { method, raw } = request
    const settle = (answer: FirstAnswer | null) => (answer ? send(reply, answer) : done())
    const { headers, url = '/' } = raw
    const answer = serve({ method, host: headers.host, url, headers })
    if (answer instanceof Promise) answer.then(settle, done)
    else settle(answer)
  })
}

function send(reply: FastifyReply, { status, headers, body }: FirstAnswer): void {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers })
  if (body === null || reply.request.method === 'HEAD') raw.end()
  else if (body instanceof Uint8Array) raw.end(body)
  // What fails now cannot be refused any more: the connection breaks, and the length says that something is missing.
  else pipeline(Readable.from(body, { objectMode: false }), raw).catch(() => raw.destroy())
}
