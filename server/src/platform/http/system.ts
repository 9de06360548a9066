import { timingSafeEqual } from 'node:crypto'
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
    if (!isLoopback(request.socket.remoteAddress) && !isToken(request.headers.authorization, metricsToken)) {
      throw refuse(request.headers.authorization ? 'invalid_credentials' : 'missing_credentials')
    }
    reply.header('Content-Type', metrics.registry.contentType)
    return metrics.registry.metrics()
  })

  server.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config?.operation?.name ?? 'other'
    metrics.request(operation, reply.statusCode, reply.elapsedTime / 1000)
  })
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address)
}

function isToken(header: string | undefined, token: string | null): boolean {
  if (!header || token === null) return false
  return timingSafeEqual(hashSecret(header), hashSecret(`Bearer ${token}`))
}
