import type { Operation } from '@atrium/contract'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'

/**
 * Gives an operation an origin of its own, so that what it sends can never act as one of our pages: nothing else is
 * served there, and elsewhere its addresses only lead there.
 */
export function setOwnOrigin(server: FastifyInstance, operation: Operation, origin: string): void {
  const isThere = isRequestTo(origin)
  server.addHook('onRequest', (request, reply, done) => {
    const isIts = request.routeOptions.config?.operation === operation
    if (isThere(request.host)) return done(isIts ? undefined : refuse('route_not_found'))
    if (!isIts) return done()
    // Relative to the origin, because a request line may name a whole address.
    const { pathname, search } = new URL(request.url, origin)
    reply.redirect(`${origin}${pathname}${search}`, 308)
  })
}

/** Whether the host that a request names is that of an origin. */
export function isRequestTo(origin: string): (host: string | undefined) => boolean {
  const { protocol, host: its } = new URL(origin)
  return (host) => host !== undefined && URL.parse(`${protocol}//${host}`)?.host === its
}
