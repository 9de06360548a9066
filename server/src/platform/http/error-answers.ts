import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseFailure } from '../database/failures.ts'
import { ApiError, refuse } from '../errors.ts'
import type { Log } from '../log.ts'

/** The only place where an error becomes an answer. */
export function answerErrors(server: FastifyInstance, log: Log): void {
  server.setErrorHandler((error, request, reply) => {
    sendError(toApiError(error), request, reply, log)
  })
  // Before a body is read: an address that does not exist has no opinion on what is sent to it.
  server.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? refuse('route_not_found') : undefined)
  })
  server.setNotFoundHandler((request, reply) => {
    sendError(refuse('route_not_found'), request, reply, log)
  })
}

/** Whatever was thrown as a refusal of the contract; the unknown becomes 500 and keeps its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('body_too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return refuse('unsupported_media_type')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return refuse('headers_too_large')
  }
  const isCallersFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  if (code?.startsWith('FST_ERR_') && isCallersFault) return refuse('bad_request')
  switch (databaseFailure(error)) {
    case 'unavailable':
    case 'timeout':
      return refuse('database_unavailable', { cause: error, headers: { 'Retry-After': '1' } })
    case 'full':
      return refuse('storage_full', { cause: error })
    default:
      return refuse('internal_error', { cause: error })
  }
}

export function errorBody(error: ApiError, requestId: string): object {
  return {
    code: error.code,
    message: error.message,
    detail: error.detail,
    ...error.extra,
    request_id: requestId,
  }
}

/** Sends the refusal; of a failure on our side the cause goes to the log, found again by the request id. */
export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  if (error.status >= 500) {
    log.error(
      { request_id: request.id, err: error.cause ?? error, url: request.routeOptions.url },
      error.code,
    )
  }
  if (error.status === 401) reply.header('WWW-Authenticate', challengeFor(request))
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value)
  reply
    .code(error.status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error, request.id))
}

/** Programs that know only the basic scheme send nothing until they are asked for it. */
function challengeFor({ routeOptions }: FastifyRequest): string {
  return routeOptions.config.operation?.credential?.basic ? 'Basic realm="Atrium", charset="UTF-8"' : 'Bearer'
}
