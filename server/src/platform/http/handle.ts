import type { CredentialRule, Operation } from '@atrium/contract'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ApiError, refuse } from '../errors.ts'
import type { Handler } from '../module.ts'
import { isSameOrigin, presentedCredential } from './credentials.ts'
import type { RateLimits } from './rate-limit.ts'
import { createValidator, type RequestParts } from './validation.ts'
import type { AnswerHeaders, Authenticate, Identity, Visitor } from './visitor.ts'

export interface RequestPath {
  authenticate: Authenticate
  rateLimits: RateLimits
  cookieName: string
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor
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
  const status = operation.status ?? 200
  return {
    method: operation.method,
    config: { operation },
    schema: { response: { [status]: operation.answer } },
    onRequest: admit,
    handler: async (request, reply) => {
      const parts: RequestParts = {
        params: request.params,
        query: request.query,
        headers: operation.headers && { ...request.headers },
        body: request.body,
      }
      validate(parts)
      const answer = await run(deps, request.visitor, parts as Parameters<typeof run>[2], headersOf(reply))
      reply.code(status)
      return answer
    },
  }
}

function admission(path: RequestPath, operation: Operation) {
  const { credential, limit } = operation
  const { rateLimits } = path
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const visitor: Visitor = { request_id: request.id, address: request.ip }
    request.visitor = visitor
    const caller = credential && (await identify(path, operation, credential, request))
    if (!caller) {
      if (limit) await rateLimits.count(operation, visitor.address, undefined, headersOf(reply))
      return
    }
    request.visitor = caller

    if (caller.kind === 'workspace_key' && !credential.workspace_key)
      throw refuse('workspace_key_not_allowed')
    if (caller.permission === 'read_only' && !credential.read_only) {
      throw refuse('read_only_credential_route_not_allowed')
    }
    if (limit) {
      const bucket = bucketOf(operation, caller, request)
      await rateLimits.count(operation, bucket, caller.limitFor(operation.name), headersOf(reply))
    }
  }
}

/** Whoever the request's credential stands for; null when it has none and needs none. */
async function identify(
  { authenticate, cookieName }: RequestPath,
  { method }: Operation,
  { optional }: CredentialRule,
  request: FastifyRequest,
): Promise<Identity | null> {
  const presented = presentedCredential(request.raw, cookieName)
  if (!presented) {
    if (optional) return null
    throw refuse('missing_credentials')
  }
  const isByCookie = presented.via === 'cookie'
  const caller = await authenticate(presented, request.visitor, workspaceIdOf(request)).catch((refusal) => {
    // A browser sends the cookie of an ended session by itself; where none is needed it counts as none.
    if (optional && isByCookie && refusal instanceof ApiError && refusal.status === 401) return null
    throw refusal
  })
  if (caller && isByCookie && method !== 'GET' && !isSameOrigin(request.raw)) {
    throw refuse('cross_site_refused')
  }
  return caller
}

function bucketOf({ limit }: Operation, caller: Identity, request: FastifyRequest): string {
  if (!limit || limit.bucket === 'address') return caller.address
  return caller.bucketFor(limit.bucket, (request.params as { app_id?: string }).app_id)
}

function workspaceIdOf(request: FastifyRequest): string | undefined {
  const named = (request.query as { workspaceId?: unknown }).workspaceId
  return typeof named === 'string' ? named : undefined
}

function headersOf(reply: FastifyReply): AnswerHeaders {
  return { set: (name, value) => void reply.header(name, value) }
}
