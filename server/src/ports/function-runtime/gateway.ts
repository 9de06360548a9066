/** The only way out of the process of a function: a socket of its own, so that nobody can pretend to be another. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { API_HOST, serviceCredential } from './client-headers.ts'
import type { OpenCalls } from './open-calls.ts'
import type { Outbound } from './outbound.ts'

/** Requests of one process that are under way; those beyond fail. */
const MOST_AT_ONCE = 128

export interface GatewayOptions {
  path: string
  openCalls: OpenCalls
  outbound: Outbound
}

export async function startGateway(options: GatewayOptions): Promise<{ close(): Promise<void> }> {
  const held = { bytes: 0 }
  const server = createServer((request, response) => {
    answer(options, held, request, response).catch((error) => fail(response, error))
  })
  server.maxConnections = MOST_AT_ONCE
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.path, resolve)
  })
  return {
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function answer(
  { openCalls, outbound }: GatewayOptions,
  held: { bytes: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = openCalls.find(ownHeader(request, 'call'))
  const work = ownHeader(request, 'work')
  if (work === 'begun' || work === 'ended') {
    call?.setWork(work)
    return void response.end()
  }
  const target = new URL(ownHeader(request, 'target'))
  if (target.host !== API_HOST) return callOutside(outbound, target.href, request, response)
  if (!call)
    throw new Error('The API of the app can only be called while a call of the function is under way.')
  const { status, headers, body } = await withBody(held, request, (sent) =>
    call.callApi({
      as: isOfService(request) ? 'service' : 'caller',
      method: request.method ?? 'GET',
      path: target.pathname + target.search,
      headers: Object.fromEntries(sentHeaders(request)),
      body: sent,
    }),
  )
  response.writeHead(status, headers).end(body)
}

function isOfService(request: IncomingMessage): boolean {
  const credential = serviceCredential(ownHeader(request, 'call'))
  return ownHeader(request, 'as') === 'service' || request.headers.authorization === credential
}

async function callOutside(
  outbound: Outbound,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  const redirect = ownHeader(request, 'redirect')
  const method = request.method ?? 'GET'
  const answer = await outbound.fetch(url, {
    method,
    headers: sentHeaders(request),
    body: method === 'GET' || method === 'HEAD' ? null : request,
    redirect: redirect === 'error' || redirect === 'manual' ? redirect : 'follow',
    signal: left.signal,
  })
  response.setHeader('x-atrium-url', encodeURIComponent(answer.url))
  // The body comes decompressed.
  for (const [name, value] of answer.headers) {
    if (!HOP_HEADERS.has(name) && name !== 'content-encoding' && name !== 'content-length') {
      response.appendHeader(name, value)
    }
  }
  response.writeHead(answer.status, answer.statusText)
  if (!answer.body) return void response.end()
  await pipeline(Readable.fromWeb(answer.body), response)
}

/** The code gets the sentence as the error of its `fetch`. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(502, { 'x-atrium-failure': encodeURIComponent(sentenceOf(error)) }).end()
}

function sentenceOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

function ownHeader({ headers }: IncomingMessage, name: string): string {
  const value = headers[`x-atrium-${name}`]
  return typeof value === 'string' ? value : ''
}

const HOP_HEADERS = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'host'],
])

function sentHeaders({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const isOurs = name.startsWith('x-atrium-') || HOP_HEADERS.has(name) || name === 'accept-encoding'
    return isOurs || value === undefined ? [] : [[name, String(value)]]
  })
}

/** Of all bodies that wait for the API at once: they are held in memory. */
const MOST_HELD_BYTES = 50 * 2 ** 20

/** The work gets the body whole, or null when there is none. */
async function withBody<Result>(
  held: { bytes: number },
  request: IncomingMessage,
  work: (body: Buffer | null) => Promise<Result>,
): Promise<Result> {
  const pieces: Buffer[] = []
  let own = 0
  try {
    for await (const piece of request) {
      own += piece.length
      held.bytes += piece.length
      if (held.bytes > MOST_HELD_BYTES) throw new Error('Too much is sent to the API at once.')
      pieces.push(piece)
    }
    return await work(own === 0 ? null : Buffer.concat(pieces))
  } finally {
    held.bytes -= own
  }
}
