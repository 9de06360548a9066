import type { ErrorCode } from '@atrium/contract'
import { USUAL_BODY } from '@atrium/contract/body-bounds'
import cors from '@fastify/cors'
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type RouteOptions,
} from 'fastify'
import { refuse } from '../errors.ts'
import { makeId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Handler } from '../module.ts'
import { type AnswerNote, checkAnswers } from './answer-check.ts'
import { writeAnswersBySchema } from './answer-writers.ts'
import { parseJsonBodies } from './body.ts'
import { refuseBrokenRequest } from './broken-request.ts'
import { compressAnswers } from './compress-answers.ts'
import { answerErrors, sendError, toApiError } from './error-answers.ts'
import { type RequestPath, routeOf } from './handle.ts'
import { type AnswerRoom, limitLargeAnswers } from './large-answers.ts'
import type { OwnCalls } from './own-calls.ts'
import { logRequests } from './request-log.ts'
import { type ServeFirst, serveFirst } from './serve-first.ts'
import { passForms } from './upload.ts'

export interface HttpSettings {
  log: Log
  /** Whether the proxy in front is believed; of X-Forwarded-For only what that proxy added itself. */
  trustProxy: boolean
  /** People reach it over https alone, and browsers shall know. */
  isSecure?: boolean
  /** In tests every answer is held against the contract; one that does not fit becomes a 500. */
  strictAnswers: boolean
  onAnswer: AnswerNote | null
  /** What is served past all routes. */
  serveFirst?: ServeFirst | null
  /** Milliseconds until a request must have arrived. */
  patience?: Patience
  room?: AnswerRoom
}

export interface Patience {
  headers: number
  request: number
  /** Between two looks for requests that took too long. */
  check: number
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const REQUEST_ID = /^[\w.:-]{1,128}$/
const PATIENCE: Patience = { headers: 10_000, request: 30_000, check: 1_000 }
const STOP_GRACE_MS = 10_000
const SWEEP_MS = 20

/** Fastify with everything that holds for all routes: ids, headers, bodies, errors. */
export async function createHttpServer(settings: HttpSettings): Promise<FastifyInstance> {
  const { log, patience = PATIENCE } = settings
  const server = fastify({
    logger: false,
    // One hop: what stands further left in X-Forwarded-For, the caller may have written.
    trustProxy: settings.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: USUAL_BODY.bytes,
    requestTimeout: patience.request,
    http: {
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.check,
      requireHostHeader: false, // ours to refuse, in our shape
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // As long as all headers may be, so that a long id is refused like any other that does not fit.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false, caseSensitive: true },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : makeId('req')
    },
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply, settings)
      sendError(toApiError(error), request, reply, log)
    },
  })
  sweepWhileClosing(server)
  // Node would answer 417 by itself, without a body.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  server.decorateRequest('visitor')
  server.decorateRequest('presented', null)
  server.decorateReply('isPassed', false)
  chooseByEnding(server)
  server.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply, settings)
    done(hasOneHost(request) ? undefined : refuse('bad_request', { headers: { Connection: 'close' } }))
  })
  logRequests(server, log)
  if (settings.serveFirst) serveFirst(server, settings.serveFirst)
  await server.register(cors, {
    origin: '*',
    methods: [...METHODS],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
    strictPreflight: false,
  })
  parseJsonBodies(server)
  passForms(server)
  writeAnswersBySchema(server)
  limitLargeAnswers(server, settings.room)
  answerErrors(server, log)
  if (settings.strictAnswers) checkAnswers(server, log, settings.onAnswer)
  compressAnswers(server)
  return server
}

/** Lets running requests finish; one that never finishes arriving does not hold up the stop. */
export async function closeHttpServer(server: FastifyInstance, graceMs = STOP_GRACE_MS): Promise<void> {
  const impatience = setTimeout(() => server.server.closeAllConnections(), graceMs)
  await server.close()
  clearTimeout(impatience)
}

/** A connection whose last request ends while we close would be kept alive; Node looks for idle ones just once. */
function sweepWhileClosing(server: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS)
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(sweep)
    done()
  })
}

/** Refuses all operations while the condition holds; what operators ask is still answered. */
export function refuseWhile(server: FastifyInstance, condition: () => boolean, code: ErrorCode): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const isRefused = condition() && request.routeOptions.config.operation !== undefined
    done(isRefused ? refuse(code, { headers: { 'Retry-After': '1' } }) : undefined)
  })
}

/** For servers that only call themselves: to others no operation is there. */
export function serveOnlyOwnCalls(server: FastifyInstance, ownCalls: Pick<OwnCalls, 'current'>): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const isRefused = request.routeOptions.config.operation !== undefined && !ownCalls.current()
    done(isRefused ? refuse('route_not_found') : undefined)
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
  const passing: RouteOptions[] = []
  for (const handler of handlers) {
    const { operation } = handler
    const route = routeOf(path, handler, deps)
    for (const address of [operation.path, operation.also]) {
      if (address === undefined) continue
      const whole = address.replaceAll(/\{(\w+)\}/g, (_, name) =>
        name === operation.rest_param ? '*' : `:${name}`,
      )
      const [url = '', ending = ''] = whole.split(/(?<=\*)/)
      const made = { ...route, url, ...(ending !== '' && { constraints: { ending: ending.slice(1) } }) }
      if (operation.passes_through) passing.push({ ...made, exposeHeadRoute: false })
      else server.route(made)
      const methods = methodsByUrl.get(url) ?? new Set()
      methodsByUrl.set(url, methods)
      for (const method of [route.method].flat()) methods.add(method)
    }
  }
  // A scope of their own, in which no body is read.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const route of passing) scope.route(route)
  })
  for (const [url, methods] of methodsByUrl) {
    if (methods.has('GET')) methods.add('HEAD')
    const allow = [...methods, 'OPTIONS'].join(', ')
    server.route({
      method: [...METHODS, 'HEAD', 'TRACE'].filter((method) => !methods.has(method)),
      url,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw refuse('method_not_allowed', { headers: { Allow: allow } })
      },
      handler: () => {},
    })
  }
}

/** Chooses between routes whose addresses end with any number of parts, by the last of these parts. */
function chooseByEnding(server: FastifyInstance): void {
  server.addConstraintStrategy({
    name: 'ending',
    storage() {
      const handlers = new Map<unknown, unknown>()
      return {
        get: (ending) => (handlers.get(ending) as never) ?? null,
        set: (ending, handler) => void handlers.set(ending, handler),
      }
    },
    deriveConstraint({ url = '' }) {
      const end = url.indexOf('?')
      const path = end < 0 ? url : url.slice(0, end)
      return path.slice(path.lastIndexOf('/') + 1)
    },
  })
}

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Idempotency-Replayed',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Stats-Degraded',
  'X-Truncated',
]

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, { isSecure }: HttpSettings): void {
  reply.header('X-Request-Id', request.id)
  reply.header('X-Content-Type-Options', 'nosniff')
  if (isSecure) reply.header('Strict-Transport-Security', 'max-age=31536000')
  // What an operation answers is for its caller alone.
  if (request.routeOptions.config?.operation) reply.header('Cache-Control', 'no-store')
}

/** HTTP/1.1 asks for exactly one Host; two may mean one thing to a proxy and another to us. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  let hosts = 0
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')
}
