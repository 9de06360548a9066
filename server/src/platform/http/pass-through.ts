/** Requests that are handed on as they come, and answers that go out as they are. */
import { Readable } from 'node:stream'
import type { PassedAnswer, PassedRequest } from '@atrium/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { answeredHeaders, passedHeaders } from './passed-headers.ts'
import { harmlessType, UNTRUSTED_POLICY } from './security-policy.ts'
import { drain, markReceiving } from './upload.ts'

export const PASSED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

declare module 'fastify' {
  interface FastifyReply {
    /** The answer was made elsewhere. */
    isPassed: boolean
  }
}

/** Runs the work with the request as it is, and sends what it answers as it comes. */
export async function passThrough(
  request: FastifyRequest,
  reply: FastifyReply,
  cookieName: string,
  work: (passed: PassedRequest) => Promise<PassedAnswer>,
): Promise<FastifyReply> {
  const { raw, presented, visitor } = request
  const left = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  const body = bodyOf(request, () => left.abort())
  const stopReceiving = body && markReceiving(raw.socket)
  try {
    const answer = await work({
      method: request.method,
      url: request.url,
      headers: passedHeaders(raw, {
        cookieName,
        presented,
        request_id: visitor.request_id,
        address: visitor.address,
      }),
      body: body?.bytes ?? null,
      secret: presented?.secret ?? null,
      signal: left.signal,
    })
    if (body?.isTooLarge()) {
      await leave(answer.body)
      throw refuse('body_too_large')
    }
    return await sendPassed(reply, answer, cookieName)
  } catch (error) {
    throw body?.isTooLarge() ? refuse('body_too_large') : error
  } finally {
    stopReceiving?.()
  }
}

async function sendPassed(
  reply: FastifyReply,
  { status, headers, body }: PassedAnswer,
  cookieName: string,
): Promise<FastifyReply> {
  const { request } = reply
  for (const [name, values] of answeredHeaders(headers, cookieName)) {
    if (name === 'set-cookie') for (const value of values) reply.header(name, value)
    else reply.header(name, name === 'content-type' ? harmlessType(values[0] ?? '') : values.join(', '))
  }
  reply.header('Content-Security-Policy', UNTRUSTED_POLICY)
  reply.header('Access-Control-Expose-Headers', '*')
  reply.isPassed = true
  reply.code(status)
  const isWithoutBody = request.method === 'HEAD' || status === 204 || status === 205 || status === 304
  if (!body || isWithoutBody) {
    await leave(body)
    return reply.send()
  }
  if (body instanceof Uint8Array) return reply.send(body)
  return reply.send(Readable.from(begun(reply, body), { objectMode: false }))
}

/** Status and headers go out before the first byte is there: it may be long in coming. */
async function* begun(reply: FastifyReply, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  reply.raw.flushHeaders()
  yield* body
}

async function leave(body: PassedAnswer['body']): Promise<void> {
  if (body && !(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.()
}

/** What follows the headers, as it arrives; null when nothing does. */
function bodyOf({ raw, routeOptions }: FastifyRequest, onTooLarge: () => void) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
  if (Number(length) > routeOptions.bodyLimit) throw refuse('body_too_large')
  if (encoding === undefined && Number(length) === 0) return null
  let isTooLarge = false
  return { bytes: counted(), isTooLarge: () => isTooLarge }

  async function* counted(): AsyncGenerator<Uint8Array> {
    let received = 0
    try {
      // What is left unread must not end the connection: the answer that says why goes over it.
      for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
        received += chunk.length
        if (received > routeOptions.bodyLimit) {
          isTooLarge = true
          onTooLarge()
          throw refuse('body_too_large')
        }
        yield chunk
      }
    } finally {
      drain(raw)
    }
  }
}
