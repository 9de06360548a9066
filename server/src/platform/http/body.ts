import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { invalid, refuse } from '../errors.ts'

export const MAX_BODY_BYTES = 1024 * 1024
export const MAX_JSON_DEPTH = 64

/** JSON bodies: UTF-8, at most 64 levels deep, without keys that reach a prototype; an empty one is none. */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseOtherEncodings(request.headers['content-type'], request.headers['content-encoding'])
      done(null, parseJson(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw invalid(['body'], 'json_invalid', 'The body is not valid UTF-8')
  if (isDeeper(bytes, MAX_JSON_DEPTH)) {
    throw invalid(['body'], 'json_invalid', `JSON is nested deeper than ${MAX_JSON_DEPTH} levels`)
  }
  const text = bytes.toString('utf8')
  const value = decode(text)
  if (text.includes('\\u') && RISKY_ESCAPE.test(text)) refuseUnstorableText(value, ['body'])
  return value
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

const RISKY_ESCAPE = /\\u0000|\\u[dD][89a-fA-F]/

function decode(text: string): unknown {
  try {
    return secureJson.parse(text, undefined, { protoAction: 'remove', constructorAction: 'remove' })
  } catch (cause) {
    const place = Number(/position (\d+)/.exec((cause as Error).message)?.[1] ?? 0)
    throw invalid(['body', place], 'json_invalid', 'JSON decode error')
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Whether it has more levels than this, by one pass over the bytes: a deep body never reaches the parser. */
function isDeeper(bytes: Buffer, levels: number): boolean {
  const { length } = bytes
  let depth = 0
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) {
      for (i++; i < length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > levels) return true
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
  return false
}

function refuseOtherEncodings(type: string | undefined, encoding: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '')?.[1]
  const isUtf8Type = charset === undefined || charset.toLowerCase() === 'utf-8'
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity'
  if (!isUtf8Type || !isPlain) throw refuse('unsupported_media_type')
}
