import { type ErrorCode, errors, type Operation, refusalsOf } from '@atrium/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import type { Log } from '../log.ts'
import { errorBody } from './error-answers.ts'

/** Reported of every answer of an operation: `ok`, or the code of the refusal. */
export type AnswerNote = (operation: string, code: string) => void

/** Codes that any operation may answer with, whatever it declares. */
const ALWAYS_POSSIBLE: ReadonlySet<string> = new Set<ErrorCode>([
  'bad_request',
  'body_too_large',
  'unsupported_media_type',
  'request_timeout',
  'internal_error',
  'database_unavailable',
  'starting',
  'server_busy',
  'rate_limited', // also where an operation has no limit: an app has a share of the costly questions
  'storage_full',
  'route_not_found',
])

/** For tests: in place of an answer outside the contract, by shape, status or code, goes a 500 that says so. */
export function checkAnswers(server: FastifyInstance, log: Log, note: AnswerNote | null): void {
  checker ??= createChecker()
  const complaintAbout = checker
  server.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config
    if (!operation || request.method === 'HEAD') return payload
    if (reply.isPassed || (operation.answer_type !== undefined && reply.statusCode < 400)) {
      note?.(operation.name, 'ok')
      return payload
    }
    const body = JSON.parse(String(payload))
    const complaint = complaintAbout(operation, reply.statusCode, body)
    if (complaint === null) {
      note?.(operation.name, reply.statusCode >= 400 ? body.code : 'ok')
      return payload
    }
    // Not thrown: an error on the way of an error answer would be answered past our own shape.
    log.error({ request_id: request.id }, complaint)
    reply.code(500)
    return JSON.stringify(errorBody(refuse('internal_error', { message: complaint }), request.id))
  })
}

/** One for all servers of a process: what it compiles takes longer than most tests. */
let checker: ReturnType<typeof createChecker> | undefined

function createChecker() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, addUsedSchema: false })
  formatsPlugin.default(ajv)

  return (operation: Operation, status: number, body: { code?: string }): string | null => {
    const { name, answer } = operation
    if (status >= 400) {
      const code = body.code as ErrorCode
      const isDeclared = ALWAYS_POSSIBLE.has(code) || refusalsOf(operation).includes(code)
      if (isDeclared && errors[code].status === status) return null
      return `${name} answered ${status} ${code}, which the contract does not declare`
    }
    if (status !== (operation.status ?? 200)) {
      return `${name} answered ${status}, which the contract does not declare`
    }
    const validate = ajv.compile(answer)
    if (validate(body)) return null
    return `${name} answered outside its contract: ${ajv.errorsText(validate.errors)}`
  }
}
