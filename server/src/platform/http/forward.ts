/** Passes requests without TLS on, one connection for each; what belongs to a single connection stays behind. */
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

interface Forwarded {
  url: URL
  request: IncomingMessage
  upstream: Socket
  /** For the header `Authorization`; null adds none. */
  credential: string | null
  /** Headers of the request that are not passed on, in small letters. */
  dropped?: readonly string[]
}

interface Answering {
  response: ServerResponse
  /** Sees status and headers of the answer before they are passed on; `cut` ends it. */
  onAnswer?(answer: IncomingMessage, cut: () => void): void
}

export function forwardRequest(call: Forwarded & Answering): void {
  const { url, request, response, upstream } = call
  const cut = () => {
    upstream.destroy()
    response.destroy()
  }
  const sent = sendRequest({
    createConnection: () => upstream,
    method: request.method,
    path: url.pathname + url.search,
    headers: headersOf(call),
    setHost: false,
  })
  sent.on('error', cut)
  sent.on('response', (answer) => {
    const { statusCode = 0, statusMessage = '' } = answer
    // Node reads status lines that it refuses to write: the error would end the server.
    if (statusCode < 100 || !WRITABLE.test(statusMessage)) return cut()
    call.onAnswer?.(answer, cut)
    // Nothing can be written any more, and to try would end the server.
    if (response.destroyed) return cut()
    response.writeHead(statusCode, statusMessage, withoutHopByHop(answer.rawHeaders))
    pipeline(answer, response, (error) => {
      if (error) cut()
    })
  })
  response.on('close', () => upstream.destroy())
  pipeline(request, sent, (error) => {
    if (error) cut()
  })
}

const WRITABLE = /^[\t\x20-\x7e\x80-\xff]*$/

export function forwardUpgrade(call: Forwarded & { socket: Duplex; head: Buffer }): void {
  const { url, request, upstream, socket, head } = call
  const cut = () => {
    upstream.destroy()
    socket.destroy()
  }
  socket.on('error', cut).on('close', cut)
  const sent = sendRequest({
    createConnection: () => upstream,
    method: 'GET',
    path: url.pathname + url.search,
    headers: [...headersOf(call), 'connection', 'Upgrade', 'upgrade', request.headers.upgrade ?? ''],
    setHost: false,
  })
  sent.on('error', cut)
  const writeHead = (answer: IncomingMessage, headers: string[]) => {
    const lines = Array.from(
      { length: headers.length / 2 },
      (_, at) => `${headers[at * 2]}: ${headers[at * 2 + 1]}`,
    )
    socket.write(
      `${[`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, ...lines].join('\r\n')}\r\n\r\n`,
      'latin1',
    )
  }
  sent.on('upgrade', (answer, answering, first) => {
    answering.on('error', cut).on('close', cut)
    writeHead(answer, answer.rawHeaders)
    if (first.length > 0) socket.write(first)
    if (head.length > 0) answering.write(head)
    answering.pipe(socket)
    socket.pipe(answering)
  })
  sent.on('response', (answer) => {
    writeHead(answer, [...withoutHopByHop(answer.rawHeaders), 'connection', 'close'])
    pipeline(answer, socket, cut)
  })
  sent.end()
}

/** In the raw form, so that names, order and repetition stay. */
function headersOf({ url, request, credential, dropped = [] }: Forwarded): string[] {
  const left = new Set(['host', ...dropped])
  const headers = withoutHopByHop(request.rawHeaders).filter((_, at, all) => !left.has(nameAt(all, at)))
  if (credential !== null) headers.push('authorization', credential)
  // Else the body of a DELETE would follow its head unmarked, and be read as the next request.
  if (request.headers['transfer-encoding'] !== undefined) headers.push('transfer-encoding', 'chunked')
  // What the server shows to its own machine alone is not for pages.
  return ['host', url.host, 'via', '1.1 atrium', ...headers]
}

function withoutHopByHop(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !HOP_BY_HOP.has(nameAt(raw, at)))
}

/** Of the header that the entry belongs to: names and values take turns. */
function nameAt(raw: readonly string[], at: number): string {
  return (raw[at - (at % 2)] ?? '').toLowerCase()
}

/** Of `transfer-encoding` each connection has its own. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
