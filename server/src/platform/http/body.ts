import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalid, refuse } from '../errors.ts'

export const MAX_BODY_BYTES = 1024 * 1024
export const MAX_JSON_DEPTH = 64

/**
 * JSON bodies: UTF-8, at most 64 levels deep; an empty one is none. Every key is data, also `__proto__`: the parser makes it
 * a property like any other, so copy by spreading or `put`, never by assignment to a name that was sent.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', (request, _payload, done) => {
    receiveText(request, (error, text = '') => {
      if (error) return done(error)
      try {
        refuseOtherEncodings(request.headers['content-type'], request.headers['content-encoding'])
        done(null, parseJson(text, request.routeOptions.config.operation?.unkept))
      } catch (refusal) {
        done(refusal as Error)
      }
    })
  })
}

/** As Fastify does it for texts, but what is no UTF-8 is refused; a body that came in one piece is not copied. */
function receiveText(
  { raw, routeOptions }: FastifyRequest,
  done: (error: Error | null, text?: string) => void,
): void {
  const { bodyLimit } = routeOptions
  if (Number(raw.headers['content-length']) > bodyLimit) {
    done(refuse('body_too_large'))
    return
  }
  const chunks: Buffer[] = []
  let received = 0
  const onData = (chunk: Buffer) => {
    received += chunk.length
    if (received > bodyLimit) end(refuse('body_too_large'))
    else chunks.push(chunk)
  }
  const end = (error?: Error) => {
    raw.off('data', onData).off('end', end).off('error', end)
    if (error) {
      done(error instanceof ApiError ? error : refuse('bad_request'))
      return
    }
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, received)
    if (isUtf8(bytes)) done(null, bytes.toString('utf8'))
    else done(invalid(['body'], 'json_invalid', 'The body is not valid UTF-8'))
  }
  raw.on('data', onData).on('end', end).on('error', end)
}

/** `unkept` are fields that may hold any text. */
export function parseJson(text: string, unkept: readonly string[] = []): unknown {
  if (text === '') return undefined
  if (hasMany(text) && isDeeper(text, MAX_JSON_DEPTH)) throw tooDeep()
  const value = decode(text)
  if (isObject(value)) {
    refuseDeeper(value, MAX_JSON_DEPTH)
    if (!text.includes('\\') && !text.includes(DELETE)) plain.add(value)
  }
  if (text.includes('\\u') && RISKY_ESCAPE.test(text)) refuseUnstorableText(without(value, unkept), ['body'])
  return value
}

/** JSON inside a query, such as a filter; what it is `expected` to be is said where it is none. */
export function parseQueryJson(text: string, name: string, expected: string): unknown {
  const loc = ['query', name]
  if (isDeeper(text, MAX_JSON_DEPTH)) throw tooDeep(loc)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid(loc, 'json_invalid', expected)
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
    const place = Number(/position (\d+)/.exec((cause as Error).message)?.[1] ?? 0)
    throw invalid(['body', place], 'json_invalid', 'JSON decode error')
  }
}

function tooDeep(loc = ['body']): ApiError {
  return invalid(loc, 'json_invalid', `JSON is nested deeper than ${MAX_JSON_DEPTH} levels`)
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

/** So many levels are parsed within a moment; a text that may have more is looked at before. */
const SOON_PARSED = 5_000

/** Whether more objects and lists than that may begin in it; to count them costs a tenth of the look. */
function hasMany(text: string): boolean {
  if (text.length <= SOON_PARSED) return false
  let begun = 0
  for (const opening of '{[') {
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      if (++begun > SOON_PARSED) return true
    }
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Whether it has more levels than this, by one pass over the text: the parser would take 50 ms for a million. */
function isDeeper(text: string, levels: number): boolean {
  const { length } = text
  let depth = 0
  for (let i = 0; i < length; i++) {
    let code = text.charCodeAt(i)
    if (code === QUOTE) {
      while (++i < length) {
        code = text.charCodeAt(i)
        if (code === QUOTE) break
        if (code === BACKSLASH) i++
      }
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > levels) return true
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
  }
  return false
}

function refuseOtherEncodings(type: string | undefined, encoding: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '')?.[1]
  const isUtf8Type = charset === undefined || charset.toLowerCase() === 'utf-8'
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity'
  if (!isUtf8Type || !isPlain) throw refuse('unsupported_media_type')
}
