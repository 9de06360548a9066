import { Readable } from 'node:stream'
import type { OutgoingBytes } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import type { AnswerHeaders } from './visitor.ts'

type Chunk = Uint8Array | string

/**
 * Sends an answer that is no JSON, as it is being made. Its headers go out with its first bytes, so that what fails
 * before them is refused as usual.
 */
export async function sendBytes(
  reply: FastifyReply,
  type: string,
  work: (headers: AnswerHeaders) => Promise<OutgoingBytes>,
): Promise<FastifyReply> {
  const headers = new Map([['Content-Type', type]])
  const cookies: string[] = []
  const { status = 200, bytes } = await work({
    // An answer may set several cookies, each in a header of its own.
    set: (name, value) => (name === 'Set-Cookie' ? cookies.push(value) : headers.set(name, value)),
  })
  // HEAD is answered like GET; what nobody gets is not read.
  const isWanted = bytes !== null && reply.request.method !== 'HEAD'
  const stream = isWanted ? Readable.from(await begun(bytes), { objectMode: false }) : Readable.from([])
  if (bytes === null) headers.delete('Content-Type')
  for (const [name, value] of headers) reply.header(name, value)
  for (const cookie of cookies) reply.header('Set-Cookie', cookie)
  return reply.code(status).send(stream)
}

/** The same bytes, of which the first are there. */
async function begun(bytes: AsyncIterable<Chunk>): Promise<AsyncIterable<Chunk>> {
  const rest = bytes[Symbol.asyncIterator]()
  let first: IteratorResult<Chunk> | null = await rest.next()
  const iterator: AsyncIterator<Chunk> = {
    async next() {
      const result = first ?? (await rest.next())
      first = null
      return result
    },
    async return() {
      await rest.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
