import { type ErrorCode, errors, refusalsOf } from '@atrium/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import formatsPlugin from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

/** Told of every answer of an operation: `ok`, or the code of the refusal. */
export type AnswerNote = (operation: string, code: string) => void

/** Codes that any operation may answer with, whatever it declares. */
const ALWAYS_POSSIBLE: ReadonlySet<string> = new Set<ErrorCode>([
  'bad_request',
  'body_too_large',
  'unsupported_media_type',
  'internal_error',
  'database_unavailable',
  'starting',
  'storage_full',
])

/** For tests: an answer outside the contract, by shape, status or code, is thrown instead of sent. */
export function checkAnswers(server: FastifyInstance, note: AnswerNote | null): void {
  const ajv = new Ajv({ strict: false, allErrors: true, addUsedSchema: false })
  formatsPlugin.default(ajv)
  const compiled = new Map<string, ValidateFunction>()

  server.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config
    if (!operation || request.method === 'HEAD') return payload
    const body = JSON.parse(String(payload))
    note?.(operation.name, reply.statusCode >= 400 ? body.code : 'ok')
    if (reply.statusCode >= 400) {
      const known = refusalsOf(operation) as string[]
      const declared = ALWAYS_POSSIBLE.has(body.code) || known.includes(body.code)
      if (!declared || errors[body.code as ErrorCode].status !== reply.statusCode) {
        throw new Error(
          `${operation.name} answered ${reply.statusCode} ${body.code}, which the contract does not declare`,
        )
      }
      return payload
    }
    if (reply.statusCode !== (operation.status ?? 200)) {
      throw new Error(`${operation.name} answered ${reply.statusCode}, which the contract does not declare`)
    }
    const validate = compiled.get(operation.name) ?? ajv.compile(operation.answer)
    compiled.set(operation.name, validate)
    if (!validate(body)) {
      throw new Error(`${operation.name} answered outside its contract: ${ajv.errorsText(validate.errors)}`)
    }
    return payload
  })
}
