import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { hashSecret } from '../secrets.ts'

export interface SystemState {
  /** Why this server should get no traffic, or null when it is ready. */
  notReadyBecause(): Promise<string | null>
  metrics: Metrics
  metricsToken: string | null
}

/** What an operator's tools ask: is it alive, is it ready, how does it do. No credential. */
export function addSystemRoutes(
  server: FastifyInstance,
  { notReadyBecause, metrics, metricsToken }: SystemState,
): void {
  server.get('/healthz', async () => ({ status: 'ok' }))

  server.get('/readyz', async (_request, reply) => {
    const reason = await notReadyBecause()
    if (reason === null) return { status: 'ready' }
    reply.code(503)
    return { status: 'not_ready', reason }
  })

  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.raw, metricsToken)) {
      throw refuse(request.headers.authorization ? 'invalid_credentials' : 'missing_credentials')
    }
    // Not for pages of other places, which may be open on this very machine.
    reply.removeHeader('Access-Control-Allow-Origin')
    reply.header('Content-Type', metrics.registry.contentType)
    return metrics.registry.metrics()
  })

  server.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config?.operation?.name ?? 'other'
    metrics.request(operation, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}

/** This machine may, and anyone who has the token. What a proxy on this machine passes on comes from elsewhere. */
export function mayReadMetrics(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  token: string | null,
): boolean {
  const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name))
  return (isLoopback(socket.remoteAddress) && !isForwarded) || isToken(headers.authorization, token)
}

/** Headers that only something between the caller and this server writes. */
const FORWARDED =
  /^(?:(?:x-)?forwarded(?:-.*)?|via|x-(?:real|client|cluster-client|original|envoy-external)-.*|.*-connecting-ip|true-client-ip|fastly-client-ip|x-proxy.*|x-originating-ip|x-remote-(?:ip|addr))$/

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address)
}

function isToken(header: string | undefined, token: string | null): boolean {
  if (!header || token === null) return false
  return timingSafeEqual(hashSecret(header), hashSecret(`Bearer ${token}`))
}
