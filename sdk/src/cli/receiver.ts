/** An HTTP server on this machine that takes what webhooks are sent. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UsageError } from './usage.ts'

export interface ReceivedRequest {
  received_at: Date
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Receiver {
  url: string
  close(): Promise<void>
}

const MAX_BODY_BYTES = 1024 * 1024

/** Listens on loopback; answers each POST with the status that `take` resolves to. */
export async function startReceiver(
  port: number,
  take: (request: ReceivedRequest) => Promise<number>,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    // One that is cut off on its way was no delivery.
    serve(request, response, take).catch(() => request.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListening(error, port)))
    server.listen(port, '127.0.0.1', resolve)
  })
  // A server that listens on TCP has an address with a port.
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  take: (request: ReceivedRequest) => Promise<number>,
): Promise<void> {
  const received_at = new Date()
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  const body = await readBody(request)
  if (body === null) return void response.writeHead(413, { connection: 'close' }).end()
  response.writeHead(await take({ received_at, headers: request.headers, body })).end()
}

/** Null when it is larger than any event. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function explainListening(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error
  return new UsageError(`Port ${port} is in use; choose another with --port, or 0 for any free one.`)
}
