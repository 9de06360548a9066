/** What a service answered, as it is handed on. Pure. */
import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../../platform/http/body.ts'
import type { Mask } from './mask-secrets.ts'
import type { ServiceAnswer } from './send-call.ts'

export interface ReadAnswer {
  status: number
  headers: Record<string, string>
  body: unknown
  encoding: 'json' | 'text' | 'base64'
}

/** `parsed` is the body before it was masked where it is JSON, else null: for what a list goes on by. */
export function readAnswer(
  { status, headers, body }: Omit<ServiceAnswer, 'truncated'>,
  mask: Mask,
): { answer: ReadAnswer; parsed: unknown } {
  const { parsed = null, ...content } = contentOf(body, headers['content-type'] ?? '', mask)
  return { answer: { status, headers: handedOn(headers, mask), ...content }, parsed }
}

/** Between two neighbours, about letting in, or no longer true of the body. */
const NOT_HANDED_ON =
  /^(set-cookie2?|(www-|proxy-)?authenticate|(proxy-)?authorization|(proxy-)?authentication-info|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-length|alt-svc|strict-transport-security|clear-site-data)$/

function handedOn(headers: Readonly<Record<string, string>>, mask: Mask): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_HANDED_ON.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [mask.text(name), mask.text(value)]))
}

const JSON_TYPE = /^\s*[\w.-]+\/([\w.-]+\+)?json\s*(;|$)/i
const TEXT_TYPE =
  /^\s*(text\/|application\/(xml|javascript|x-www-form-urlencoded|x-ndjson|graphql)|[\w.-]+\/[\w.-]+\+xml)/i

function contentOf(
  bytes: Buffer,
  type: string,
  mask: Mask,
): Pick<ReadAnswer, 'body' | 'encoding'> & { parsed?: unknown } {
  if (bytes.length === 0) return { body: null, encoding: 'json' }
  const isReadable = type === '' || JSON_TYPE.test(type) || TEXT_TYPE.test(type)
  if (!isReadable || !isUtf8(bytes)) return { body: mask.bytes(bytes).toString('base64'), encoding: 'base64' }
  const text = bytes.toString('utf8')
  if (JSON_TYPE.test(type)) {
    const found = parsedOf(text)
    if (found) return { body: mask.value(found.value, bytes), encoding: 'json', parsed: found.value }
  }
  return { body: mask.text(text), encoding: 'text' }
}

/** Null for what is no JSON, or nested so deeply that nobody could read it. */
function parsedOf(text: string): { value: unknown } | null {
  try {
    return { value: parseJson(text) }
  } catch {
    return null
  }
}
