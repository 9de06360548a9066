/** Endpoints of webhooks on loopback that misbehave as instructed and remember every request. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export const MODES = ['ok', '500', 'refuse', 'hang', 'reset', 'drip'] as const
export type Mode = (typeof MODES)[number]

export interface Arrival {
  delivery_id: string
  event_id: string
  message_id: string
  conversation_id: string
  at: number
  mode: Mode
}

export interface Endpoint {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  /** Requests whose signatures do not fit their bytes, as sentences. */
  readonly forged: readonly string[]
  secret: string
  setMode(mode: Mode): Promise<void>
  close(): Promise<void>
}

export async function startEndpoint(): Promise<Endpoint> {
  const arrivals: Arrival[] = []
  const forged: string[] = []
  const sockets = new Set<Socket>()
  let mode: Mode = 'ok'
  let isClosed = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      take(request, Buffer.concat(parts))
      answer(response, mode)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stopListening = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo // on purpose: a string only for pipes

  const endpoint = {
    url: `http://127.0.0.1:${port}/`,
    arrivals,
    forged,
    secret: '',
    async setMode(next: Mode) {
      const before = mode
      mode = next
      if (next === 'refuse' && before !== 'refuse') await stopListening()
      if (next !== 'refuse' && before === 'refuse') await listen(port)
    },
    async close() {
      if (!isClosed && mode !== 'refuse') await stopListening()
      isClosed = true
    },
  }
  return endpoint

  function take({ headers }: IncomingMessage, body: Buffer): void {
    const id = String(headers['webhook-id'])
    const key = Buffer.from(endpoint.secret.replace('whsec_', ''), 'base64')
    const signed = createHmac('sha256', key).update(`${id}.${headers['webhook-timestamp']}.`).update(body)
    const plain = createHmac('sha256', endpoint.secret).update(body).digest('hex')
    if (headers['x-service-signature'] !== plain) forged.push(`${id}: X-Service-Signature does not fit`)
    if (headers['webhook-signature'] !== `v1,${signed.digest('base64')}`)
      forged.push(`${id}: webhook-signature does not fit`)
    const event = JSON.parse(body.toString())
    if (event.id !== id) forged.push(`${id}: the body is of ${event.id}`)
    arrivals.push({
      delivery_id: String(headers['x-service-delivery']),
      event_id: id,
      message_id: event.data.message.id,
      conversation_id: event.conversation_id,
      at: Date.now(),
      mode,
    })
  }
}

function answer(response: ServerResponse, mode: Mode): void {
  if (mode === 'ok') response.writeHead(200).end('ok')
  if (mode === '500') response.writeHead(500).end('no')
  if (mode === 'reset') response.socket?.resetAndDestroy()
  if (mode === 'drip') {
    response.writeHead(500).write('n')
    const dripping = setInterval(() => response.write('o'), 50)
    response.on('close', () => clearInterval(dripping))
  }
}
