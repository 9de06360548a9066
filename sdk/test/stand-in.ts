/** An HTTP server on loopback that answers as instructed and remembers what it was sent. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  method: string
  /** Path and query as they came over the wire. */
  path: string
  headers: IncomingHttpHeaders
  body: unknown
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** A string goes out as it is, anything else as JSON. */
  body?: unknown
}

/** `cut` drops the connection without an answer; `silent` never answers. */
export type Answering = Reply | 'cut' | 'silent'

/** Gives the replies in order, the last one from then on. Stops when the test ends. */
export async function startStandIn(...replies: [Answering, ...Answering[]]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    received.push({ method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) })
    const reply = replies[Math.min(received.length, replies.length) - 1] ?? 'cut'
    if (reply === 'cut') return request.socket.destroy()
    if (reply === 'silent') return
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received }
}

/** A refusal as the API words it. */
export function refusal(status: number, code: string, more: object = {}): Reply {
  return {
    status,
    body: { code, message: `About ${code}.`, detail: `About ${code}.`, request_id: 'req_1', ...more },
  }
}
