/** Files on their way in: one part `file` of a multipart/form-data body, handed over as it arrives. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { IncomingFile, Upload } from '@atrium/contract'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalid, refuse } from '../errors.ts'

/** What a form may have around its file. */
const FORM_BYTES = 64 * 1024
const MOST_PARTS = 100
/** A sender who sends nothing for so long is given up on; one who is merely slow is not. */
const IDLE_MS = 30_000
const LONGEST_MS = 15 * 60_000
/** How long the rest of a refused body is still taken, so that its sender gets to read why. */
const DRAIN_MS = 5_000

/** Sockets on which a file arrives: the time that other requests have is not enough for them. */
const receiving = new WeakSet<Socket>()

export function isReceiving(socket: Socket): boolean {
  return receiving.has(socket)
}

/** For a body that goes on as it arrives; returns what ends it. Anyone who reads it keeps the time. */
export function markReceiving(socket: Socket): () => void {
  receiving.add(socket)
  return () => void receiving.delete(socket)
}

/** Lets forms through to the operations that take one, unread. */
export function passForms(server: FastifyInstance): void {
  server.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    const takesFile = request.routeOptions.config.operation?.upload !== undefined
    done(takesFile ? null : refuse('unsupported_media_type'))
  })
}

/** Runs the work with the file of the request; whatever of the body is not read then is passed over. */
export async function receive<T>(
  request: FastifyRequest,
  { max_bytes }: Upload,
  work: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const { raw } = request
  if (!/^multipart\/form-data\s*;/i.test(raw.headers['content-type'] ?? '')) {
    const message = 'Send the file as the part `file` of a multipart/form-data body.'
    throw refuse('unsupported_media_type', { message })
  }
  if (Number(raw.headers['content-length'] ?? 0) > max_bytes + FORM_BYTES) {
    drain(raw)
    throw tooLarge(max_bytes)
  }
  const parser = parserOf(raw.headers as BusboyHeaders, max_bytes)
  const { socket } = raw
  receiving.add(socket)
  waitFor(socket, IDLE_MS)
  const form = readForm(raw, parser, max_bytes)
  const longest = setTimeout(() => form.fail(refuse('request_timeout')), LONGEST_MS)
  try {
    return await work(await form.file)
  } finally {
    clearTimeout(longest)
    form.leave()
    receiving.delete(socket)
    waitFor(socket, 0)
    drain(raw)
  }
}

function waitFor(socket: Socket, ms: number): void {
  if (isLine(socket)) socket.setTimeout(ms)
}

/** A request that the server makes to itself comes by no line, and is there at once. */
function isLine(socket: Partial<Socket>): boolean {
  return socket.setTimeout !== undefined
}

function parserOf(headers: BusboyHeaders, max_bytes: number): BusboyInstance {
  const limits = { fileSize: max_bytes, parts: MOST_PARTS, fieldSize: FORM_BYTES, headerSize: 16 * 1024 }
  try {
    const isPartAFile = (field?: string, _type?: string, name?: string) =>
      field === 'file' || name !== undefined
    return new Busboy({ headers, limits, isPartAFile })
  } catch {
    throw malformed()
  }
}

function readForm(raw: IncomingMessage, parser: BusboyInstance, max_bytes: number) {
  const { promise: file, resolve, reject } = Promise.withResolvers<IncomingFile>()
  let current: BusboyFileStream | null = null
  const fail = (error: ApiError) => {
    reject(error)
    current?.destroy(error)
  }
  const onTimeout = () => fail(refuse('request_timeout'))
  const onClose = () => {
    if (!raw.complete) fail(malformed())
  }
  parser.on('file', (field, stream, name, _encoding, type) => {
    stream.on('error', () => {}) // it also comes to the reader, if there is one
    if (field !== 'file' || current) return void stream.resume()
    current = stream
    stream.once('limit', () => stream.destroy(tooLarge(max_bytes)))
    resolve({ name: name ?? 'file', content_type: type, bytes: bytesOf(stream) })
  })
  parser.on('finish', () => reject(invalid(['body', 'file'], 'missing', 'Field required')))
  parser.on('error', () => fail(malformed()))
  // Parts beyond the limit have nobody who listens for their errors, so it must not come to their end.
  parser.on('partsLimit', () => {
    raw.unpipe(parser)
    fail(malformed())
  })
  raw.once('timeout', onTimeout)
  raw.once('close', onClose)
  raw.pipe(parser)
  return {
    file,
    fail,
    leave() {
      raw.unpipe(parser)
      raw.off('timeout', onTimeout)
      raw.off('close', onClose)
    },
  }
}

async function* bytesOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw error instanceof ApiError ? error : malformed()
  }
}

/** Connections are used again only when the body has been taken whole. */
export function drain(raw: IncomingMessage): void {
  raw.resume()
  const { socket } = raw
  if (raw.complete || !isLine(socket)) return
  const impatience = setTimeout(() => socket.destroy(), DRAIN_MS)
  impatience.unref()
  raw.once('close', () => clearTimeout(impatience))
  raw.once('end', () => clearTimeout(impatience))
}

function tooLarge(max_bytes: number): ApiError {
  const message = `The file is larger than ${max_bytes / 1024 / 1024} MiB; send a smaller one.`
  return refuse('body_too_large', { message })
}

function malformed(): ApiError {
  return refuse('bad_request', {
    message: 'The form could not be read; send well-formed multipart/form-data.',
  })
}
