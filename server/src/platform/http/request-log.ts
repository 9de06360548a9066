import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import type { Identity } from './visitor.ts'

const SLOW_MS = 1_000

/** One line a request, by its route: what stands in addresses, queries and bodies may be personal or secret. */
export function logRequests(server: FastifyInstance, log: Log): void {
  server.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    const { config, url } = request.routeOptions
    const line = {
      request_id: request.id,
      operation: config?.operation?.name ?? `${request.method} ${url ?? 'unknown'}`,
      status: reply.statusCode,
      ms,
      caller: (request.visitor as Partial<Identity> | undefined)?.credential_id ?? null,
    }
    if (ms > SLOW_MS) log.warn(line, 'slow request')
    else log.debug(line, 'request')
    done()
  })
}
