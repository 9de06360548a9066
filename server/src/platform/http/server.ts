import type { Socket } from 'node:net'
import type { ErrorCode } from '@atrium/contract'
import cors from '@fastify/cors'
import { type FastifyInstance, fastify } from 'fastify'
import { refuse } from '../errors.ts'
import { makeId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Handler } from '../module.ts'
import { type AnswerNote, checkAnswers } from './answer-check.ts'
import { MAX_BODY_BYTES, parseJsonBodies } from './body.ts'
import { answerErrors, errorBody } from './error-answers.ts'
import { type RequestPath, routeOf } from './handle.ts'

export interface HttpSettings {
  log: Log
  /** Whether X-Forwarded-For of the proxy in front is believed. */
  trustProxy: boolean
  /** In tests every answer is held against the contract; one that does not fit becomes a 500. */
  strictAnswers: boolean
  onAnswer: AnswerNote | null
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const REQUEST_ID = /^[\w.:-]{1,128}$/

/** Fastify with everything that holds for all routes: ids, headers, bodies, errors. */
export async function createHttpServer(settings: HttpSettings): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    trustProxy: settings.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 2_048, ignoreTrailingSlash: false, caseSensitive: true },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : makeId('req')
    },
    clientErrorHandler: refuseBrokenRequest,
  })
  server.decorateRequest('visitor')
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    reply.header('X-Content-Type-Options', 'nosniff')
  })
  await server.register(cors, {
    origin: '*',
    methods: [...METHODS],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  })
  parseJsonBodies(server)
  answerErrors(server, settings.log)
  if (settings.strictAnswers) checkAnswers(server, settings.onAnswer)
  return server
}

/** Refuses all operations while the condition holds; what operators ask is still answered. */
export function refuseWhile(server: FastifyInstance, condition: () => boolean, code: ErrorCode): void {
  server.addHook('onRequest', async (request) => {
    if (condition() && request.routeOptions.config.operation) throw refuse(code)
  })
}

/** Routes for all handlers, and 405 with `Allow` for the other methods of their addresses. */
export function addRoutes<Deps>(
  server: FastifyInstance,
  path: RequestPath,
  handlers: readonly Handler<Deps>[],
  deps: Deps,
): void {
  const methodsByUrl = new Map<string, Set<string>>()
  for (const handler of handlers) {
    const route = routeOf(path, handler, deps)
    server.route(route)
    const methods = methodsByUrl.get(route.url) ?? new Set()
    methodsByUrl.set(route.url, methods.add(handler.operation.method))
  }
  for (const [url, methods] of methodsByUrl) {
    const others = METHODS.filter((method) => !methods.has(method))
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    server.route({
      method: others,
      url,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw refuse('method_not_allowed', { headers: { Allow: allow } })
      },
      handler: () => {},
    })
  }
}

const EXPOSED_HEADERS = ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy']

/** What Node's parser cannot read never reaches a route: answer on the socket, in our shape, and close. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = refuse(error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request')
  const requestId = makeId('req')
  const body = JSON.stringify(errorBody(refusal, requestId))
  socket.end(
    `HTTP/1.1 ${refusal.status} ${refusal.code}\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
}
