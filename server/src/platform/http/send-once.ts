import {
  IDEMPOTENCY_KEY,
  KEY_PATTERN,
  MAX_KEY_LENGTH,
  type Operation,
  REPLAYED,
  SHORTEST_VISITORS_KEY,
} from '@atrium/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'
import type { KeyedRequests } from '../idempotency/keyed-requests.ts'
import { textWriterOf } from './answer-writers.ts'
import type { RequestParts } from './validation.ts'
import type { AnswerHeaders, Identity } from './visitor.ts'

const FITS = new RegExp(KEY_PATTERN)

/** The Idempotency-Key of a request, or null; refuses what can be none. */
export function keyOf({ headers, visitor }: FastifyRequest): string | null {
  const key = headers[IDEMPOTENCY_KEY]
  if (key === undefined) return null
  const refused = (type: string, msg: string) => invalid(['header', IDEMPOTENCY_KEY], type, msg)
  if (typeof key !== 'string' || !FITS.test(key))
    throw refused('string_pattern_mismatch', `String should match pattern '${KEY_PATTERN}'`)
  if (key.length > MAX_KEY_LENGTH)
    throw refused('string_too_long', `String should have at most ${MAX_KEY_LENGTH} characters`)
  const isStranger = (visitor as Identity).kind === 'none'
  if (isStranger && key.length < SHORTEST_VISITORS_KEY) {
    const msg = `String should have at least ${SHORTEST_VISITORS_KEY} characters where no credential is sent`
    throw refused('string_too_short', msg)
  }
  return key
}

type Act = (parts: RequestParts, headers: AnswerHeaders, using: object) => Promise<unknown>

/** For requests with a key: what is sent is what was stored, to the byte. */
export function sendOnce(keyed: Pick<KeyedRequests, 'answerOnce'>, operation: Operation) {
  const write = textWriterOf(operation.answer)
  return async (
    { visitor }: FastifyRequest,
    reply: FastifyReply,
    { key, parts }: { key: string; parts: RequestParts },
    act: Act,
  ): Promise<string> => {
    const request = { operation, caller: visitor as Identity, key, parts }
    const { body, headers, isReplayed } = await keyed.answerOnce(request, async (using) => {
      const set: Record<string, string> = {}
      const answer = await act(
        parts,
        { set: (name, value) => void Object.assign(set, { [name]: value }) },
        using,
      )
      return { body: await write(answer), headers: set }
    })
    reply
      .headers(headers)
      .code(operation.status ?? 200)
      .type('application/json; charset=utf-8')
    if (isReplayed) reply.header(REPLAYED, 'true')
    return body
  }
}
