import { isUtf8 } from 'node:buffer'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { BodyBounds } from '@atrium/contract'
import { bodyBoundsOf, USUAL_BODY } from '@atrium/contract/body-bounds'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalid, refuse } from '../errors.ts'
import { jsonInPieces } from './json-in-pieces.ts'
import { MAX_JSON_DEPTH, notJson, PIECE, scanJson, tooDeep } from './json-scan.ts'
import type { Identity } from './visitor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body is so long that others get a turn between the steps that read it. */
    isLong: boolean
  }
}

/**
 * JSON bodies: UTF-8, at most 64 levels deep and as large as the operation says; an empty one is none. Every key is data,
 * also `__proto__`: the parser makes it a property like any other, so copy by spreading or `put`, never by assignment to
 * a name that was sent.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  server.decorateRequest('isLong', false)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const bounds = boundsFor(request)
    const text = await receiveText(request, bounds.bytes)
    refuseOtherEncodings(request.headers['content-type'], request.headers['content-encoding'])
    request.isLong = text.length > PIECE
    const unkept = request.routeOptions.config.operation?.unkept
    return request.isLong ? parseLongJson(text, bounds, unkept) : parseJson(text, bounds, unkept)
  })
}

function boundsFor({ routeOptions, visitor }: FastifyRequest): BodyBounds {
  const { operation } = routeOptions.config
  const { kind = 'none' } = (visitor ?? {}) as Partial<Identity>
  return operation ? bodyBoundsOf(operation, kind === 'none') : USUAL_BODY
}

/** As Fastify does it for texts, but what is no UTF-8 is refused, and a long body is decoded as it arrives. */
function receiveText({ raw }: FastifyRequest, most: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(raw.headers['content-length']) > most) {
      reject(refuse('body_too_large'))
      return
    }
    let text = ''
    let rest: Buffer | null = null
    let received = 0
    const decode = (bytes: Buffer) => {
      if (!isUtf8(bytes)) end(invalid(['body'], 'json_invalid', 'The body is not valid UTF-8'))
      else text += bytes.toString('utf8')
    }
    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (received > most) return end(refuse('body_too_large'))
      const bytes = rest ? Buffer.concat([rest, chunk]) : chunk
      const whole = wholeCharacters(bytes)
      rest = whole < bytes.length ? bytes.subarray(whole) : null
      decode(bytes.subarray(0, whole))
    }
    const onEnd = () => {
      if (rest) decode(rest)
      end()
    }
    const end = (error?: Error) => {
      raw.off('data', onData).off('end', onEnd).off('error', end)
      if (error) reject(error instanceof ApiError ? error : refuse('bad_request'))
      else resolve(text)
    }
    raw.on('data', onData).on('end', onEnd).on('error', end)
  })
}

/** How many of these bytes are whole characters; the last one may go on in the next chunk. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) break
    if (byte >= 0xc0)
      return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** `unkept` are fields that may hold any text. */
export function parseJson(
  text: string,
  bounds: { values: number } = { values: Number.POSITIVE_INFINITY },
  unkept: readonly string[] = [],
): unknown {
  if (text === '') return undefined
  // No more levels, keys and values than characters.
  if (text.length > SOON_PARSED || text.length > bounds.values) runToEnd(scanJson(text, bounds))
  const value = decode(text)
  if (isObject(value) && text.length <= SOON_PARSED) refuseDeeper(value, MAX_JSON_DEPTH)
  if (mayBeUnstorable(text)) refuseUnstorableText(without(value, unkept), ['body'])
  if (isPlainText(text) && isObject(value)) plain.add(value)
  return value
}

/** The same, with a turn of others between two pieces. */
async function parseLongJson(
  text: string,
  bounds: { values: number },
  unkept: readonly string[] = [],
): Promise<unknown> {
  const work = jsonInPieces(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, bounds)
  for (;;) {
    const step = work.next()
    await othersTurn()
    if (!step.done) continue
    const value = step.value
    const { isRisky, isPlain } = await lookThrough(text)
    if (isRisky) refuseUnstorableText(without(value, unkept), ['body'])
    if (isPlain && isObject(value)) plain.add(value)
    return value
  }
}

async function lookThrough(text: string): Promise<{ isRisky: boolean; isPlain: boolean }> {
  const found = { isRisky: false, isPlain: true }
  for (let from = 0; from < text.length; from += LOOKED_AT_ONCE) {
    const piece = text.slice(from, from + LOOKED_AT_ONCE + LONGEST_RISK)
    found.isRisky ||= mayBeUnstorable(piece)
    found.isPlain &&= isPlainText(piece)
    await othersTurn()
  }
  return found
}

const LOOKED_AT_ONCE = 512 * 1024
const LONGEST_RISK = 6

function runToEnd(work: Generator<void, unknown>): void {
  while (!work.next().done);
}

function mayBeUnstorable(text: string): boolean {
  return text.includes('\\u') && RISKY_ESCAPE.test(text)
}

function isPlainText(text: string): boolean {
  return !text.includes('\\') && !text.includes(DELETE)
}

/** JSON inside a query, such as a filter; what it is `expected` to be is said where it is none. */
export function parseQueryJson(text: string, name: string, expected: string): unknown {
  const loc = ['query', name]
  const fault = () => invalid(loc, 'json_invalid', expected)
  runToEnd(scanJson(text, { values: Number.POSITIVE_INFINITY, loc, fault }))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw fault()
  }
  if (RISKY_ESCAPE.test(text)) refuseUnstorableText(value, loc)
  return value
}

const DELETE = '\x7f'
const plain = new WeakSet<object>()

/** Whether no text in this body can hold a control character, a quote or a backslash: JSON has to escape them. */
export function isPlain(body: object): boolean {
  return plain.has(body)
}

/** NUL and lone surrogates cannot be stored as text: refuse them by place instead of changing them. */
export function refuseUnstorableText(value: unknown, loc: (string | number)[]): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw invalid(loc, 'string_unicode', 'Input should be a valid string without NUL or lone surrogates')
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      refuseUnstorableText(item, [...loc, index])
    })
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorableText(key, loc)
      refuseUnstorableText(item, [...loc, key])
    }
  }
}

function without(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || !isObject(value) || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

const RISKY_ESCAPE = /\\u0000|\\u[dD][89a-fA-F]/

const BYTE_ORDER_MARK = '\ufeff'

function decode(text: string): unknown {
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  } catch (cause) {
    throw notJson(Number(/position (\d+)/.exec((cause as Error).message)?.[1] ?? 0))
  }
}

function refuseDeeper(value: object, levels: number): void {
  if (levels === 0) throw tooDeep()
  if (Array.isArray(value)) {
    for (const item of value) if (isObject(item)) refuseDeeper(item, levels - 1)
    return
  }
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key]
    if (isObject(item)) refuseDeeper(item, levels - 1)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** So many characters are parsed within a moment, however deep they are; longer ones are scanned before. */
const SOON_PARSED = 5_000

function refuseOtherEncodings(type: string | undefined, encoding: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '')?.[1]
  const isUtf8Type = charset === undefined || charset.toLowerCase() === 'utf-8'
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity'
  if (!isUtf8Type || !isPlain) throw refuse('unsupported_media_type')
}
