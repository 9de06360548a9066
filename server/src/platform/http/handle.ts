import { setImmediate as othersTurn } from 'node:timers/promises'
import {
  anonymousLimitOf,
  type CredentialRule,
  type Limit,
  type Operation,
  type OutgoingBytes,
  type PassedAnswer,
  takesStoredKey,
} from '@atrium/contract'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ApiError, refuse } from '../errors.ts'
import type { KeyedRequests } from '../idempotency/keyed-requests.ts'
import type { Handler } from '../module.ts'
import { listWriterOf } from './answer-writers.ts'
import {
  cookieValue,
  isOfOurForm,
  isSameOrigin,
  possibleCredentials,
  presentedCredential,
  readableCredential,
} from './credentials.ts'
import type { OwnCalls } from './own-calls.ts'
import { PASSED_METHODS, passThrough } from './pass-through.ts'
import type { RateLimits } from './rate-limit.ts'
import { sendBytes } from './send-bytes.ts'
import { keyOf, sendOnce } from './send-once.ts'
import { receive } from './upload.ts'
import { createValidator, type RequestParts } from './validation.ts'
import type {
  AnswerHeaders,
  Authenticate,
  AuthorizeAnonymous,
  Identity,
  Presented,
  RequestPlace,
  Visitor,
} from './visitor.ts'

export interface RequestPath {
  authenticate: Authenticate
  authorizeAnonymous: AuthorizeAnonymous
  rateLimits: RateLimits
  cookieName: string
  ownCalls: Pick<OwnCalls, 'current'>
  keyed: Pick<KeyedRequests, 'answerOnce'>
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor
    /** The credential of a request that is passed on. */
    presented: Presented | null
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/**
 * The route of an operation. Everything its data says happens here, in this order:
 * credential (401), kind and permission (403), rate limit (429), then the body is read
 * and all parts are validated (422); only then the use case runs.
 */
export function routeOf<Deps>(
  path: RequestPath,
  { operation, run }: Handler<Deps>,
  deps: Deps,
): Omit<RouteOptions, 'url'> {
  const admit = admission(path, operation)
  const validate = createValidator(operation)
  const answerKeyed = takesStoredKey(operation) ? sendOnce(path.keyed, operation) : null
  const { upload, answer_type, status = 200 } = operation
  const writeList = answer_type === undefined ? listWriterOf(operation.answer) : null
  const headerNames = operation.headers && Object.keys(operation.headers.properties)
  return {
    method: operation.passes_through ? [...PASSED_METHODS] : operation.method,
    config: { operation },
    ...(operation.body_bytes !== undefined && { bodyLimit: operation.body_bytes }),
    ...(answer_type === undefined && { schema: { response: { [status]: operation.answer } } }),
    onRequest: admit,
    handler: async (request, reply) => {
      const parts: RequestParts = {
        params: paramsOf(operation, request),
        query: request.query,
        headers: headerNames && only(headerNames, request.headers),
        body: request.body,
      }
      if (request.isLong) await othersTurn()
      validate(parts)
      if (request.isLong) await othersTurn()
      const act = (input: RequestParts, headers: AnswerHeaders, using?: object) =>
        run(
          using ? { ...deps, ...using } : deps,
          request.visitor,
          input as Parameters<typeof run>[2],
          headers,
        )
      const key = answerKeyed && keyOf(request)
      if (key !== null) return answerKeyed?.(request, reply, { key, parts }, act)
      if (operation.passes_through) {
        return passThrough(
          request,
          reply,
          path.cookieName,
          (passed) => act({ ...parts, request: passed }, headersOf(reply)) as Promise<PassedAnswer>,
        )
      }
      if (answer_type !== undefined) {
        // The use case answers what the operation's data promises.
        return sendBytes(reply, answer_type, (headers) => act(parts, headers) as Promise<OutgoingBytes>)
      }
      const headers = headersOf(reply)
      const answer = await (upload
        ? receive(request, upload, (file) => act({ ...parts, file }, headers))
        : act(parts, headers))
      reply.code(status)
      if (typeof answer !== 'string' && !writeList) return answer
      // Fastify takes a bare text for a page.
      reply.type('application/json; charset=utf-8')
      return writeList ? writeList(answer) : JSON.stringify(answer)
    },
  }
}

function only(names: readonly string[], headers: FastifyRequest['headers']): Record<string, unknown> {
  const chosen: Record<string, unknown> = {}
  for (const name of names) if (headers[name] !== undefined) chosen[name] = headers[name]
  return chosen
}

/** The router calls the rest of an address `*`, with the last part of it where that was chosen by. */
function paramsOf({ path, rest_param }: Operation, { params }: FastifyRequest): unknown {
  if (rest_param === undefined) return params
  const { '*': rest = '', ...others } = params as Record<string, string>
  const ending = path.slice(path.indexOf(`{${rest_param}}`) + rest_param.length + 2)
  const value = rest.endsWith(ending) ? rest.slice(0, rest.length - ending.length) : ''
  return { ...others, [rest_param]: value }
}

function admission(path: RequestPath, operation: Operation) {
  const { credential, limit } = operation
  const { rateLimits } = path
  const deviceCookie = `${path.cookieName}_device`
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const visitor: Visitor = { request_id: request.id, address: request.ip }
    if (!credential || credential.optional) {
      const { cookie = '', 'user-agent': userAgent } = request.raw.headers
      const device = cookieValue(cookie, deviceCookie)
      if (userAgent !== undefined) visitor.user_agent = userAgent
      if (device !== undefined) visitor.device = device
    }
    request.visitor = visitor
    const own = path.ownCalls.current()?.caller
    const find = operation.passes_through ? identifyPassed : identify
    const caller = credential && (own ?? (await find(path, operation, credential, request)))
    if (!caller) {
      if (limit) await rateLimits.count(operation, visitor.address, undefined, headersOf(reply))
      return
    }
    request.visitor = caller

    if (caller.kind === 'workspace_key' && !credential.workspace_key)
      throw refuse('workspace_key_not_allowed')
    const isOfOne = caller.kind === 'app_session' || (caller.kind === 'service' && !credential.service)
    if (isOfOne && !credential.app_user) throw refuse('app_session_not_allowed')
    if (caller.permission === 'read_only' && !credential.read_only) {
      throw refuse('read_only_credential_route_not_allowed')
    }
    const counted = caller.kind === 'none' ? anonymousLimitOf(operation) : limit
    if (counted) {
      const bucket = bucketOf(counted, caller, request)
      await rateLimits.count(operation, bucket, caller.limitFor(operation.name), headersOf(reply))
    }
  }
}

/** The person whom the request's credential stands for; null when it has none and needs none. */
async function identify(
  { authenticate, authorizeAnonymous, cookieName }: RequestPath,
  { method }: Operation,
  { optional, anonymous, forgiving }: CredentialRule,
  request: FastifyRequest,
): Promise<Identity | null> {
  const withoutCredential = async () => {
    if (optional) return null
    if (anonymous) return authorizeAnonymous(request.visitor, placeOf(request).params)
    throw refuse('missing_credentials')
  }
  const presented = forgiving
    ? readableCredential(request.raw, cookieName)
    : presentedCredential(request.raw, cookieName)
  if (!presented) return withoutCredential()
  const isByCookie = presented.via === 'cookie'
  const caller = await authenticate(presented, request.visitor, placeOf(request)).catch((refusal) => {
    // A browser sends the cookie of an ended session by itself; where none is needed it counts as none.
    const mayBeNone = forgiving || ((optional || anonymous) && isByCookie)
    if (mayBeNone && refusal instanceof ApiError && refusal.status === 401) return withoutCredential()
    throw refusal
  })
  if (caller && caller.kind !== 'none' && isByCookie && method !== 'GET' && !isSameOrigin(request.raw)) {
    throw refuse('cross_site_refused')
  }
  return caller
}

/** As `identify`; what is no credential of ours counts as none. */
async function identifyPassed(
  { authenticate, cookieName }: RequestPath,
  _operation: Operation,
  rule: CredentialRule,
  request: FastifyRequest,
): Promise<Identity | null> {
  for (const presented of possibleCredentials(request.raw, cookieName, rule)) {
    const caller = await authenticate(presented, request.visitor, placeOf(request)).catch((refusal) => {
      if (refusal instanceof ApiError && refusal.status === 401 && !isOfOurForm(presented)) return null
      throw refusal
    })
    if (!caller) continue
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (presented.via === 'cookie' && !isRead && !isSameOrigin(request.raw))
      throw refuse('cross_site_refused')
    request.presented = presented
    return caller
  }
  if (rule.optional) return null
  throw refuse('missing_credentials')
}

function bucketOf({ bucket }: Limit, caller: Identity, request: FastifyRequest): string {
  if (bucket === 'address') return caller.address
  return caller.bucketFor(bucket, placeOf(request).params)
}

function placeOf({ params, query }: FastifyRequest): RequestPlace {
  return { params: params as RequestPlace['params'], query: query as RequestPlace['query'] }
}

function headersOf(reply: FastifyReply): AnswerHeaders {
  return { set: (name, value) => void reply.header(name, value) }
}
