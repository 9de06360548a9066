/** Calls of a forge's REST API: JSON both ways, bounded, and every failure in the words of the port. */
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Log } from '../../platform/log.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { redact } from '../../platform/text/redact.ts'
import type { Answered, OutboundHttp } from '../outbound-http/port.ts'
import { ForgeFailed, type ForgeFault } from './port.ts'

export interface Api {
  /** The address of the API's paths of the repository. */
  readonly url: string
  readonly fullName: string
  /** Throws unless the answer is a success, or has one of the statuses that the caller understands itself. */
  call(request: ApiRequest): Promise<Reply>
  /** A failure with what the forge says about it, and without the token. */
  failed(fault: ForgeFault, sentence: string, reply?: Reply): ForgeFailed
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Below `url`. */
  path: string
  body?: object
  /** 4xx statuses that are no failure. */
  understands?: readonly number[]
  /** It is no JSON, and its beginning is of use. */
  isText?: boolean
}

export interface Reply {
  status: number
  headers: Record<string, string>
  /** Undefined where there is no JSON. */
  json: unknown
  text: string
  isCut: boolean
}

const MOST_BYTES = 8 * 1024 * 1024
const DEADLINE_MS = 30_000

export function createApi(options: {
  outboundHttp: OutboundHttp
  log: Log
  /** For sentences. */
  name: string
  url: string
  fullName: string
  headers: Record<string, string>
  token: string
}): Api {
  const { outboundHttp, log, name, url, fullName, headers, token } = options

  function failed(fault: ForgeFault, sentence: string, reply?: Reply): ForgeFailed {
    const words = reply ? oneLine(redact(wordsOf(reply.json), [token]), 300) : ''
    return new ForgeFailed(fault, `${name} ${sentence}${words === '' ? '.' : `: ${words}`}`)
  }

  /** What a status means wherever it comes; null for those that depend on the call. */
  function generally(reply: Reply): ForgeFailed | null {
    const { status } = reply
    if (isRateLimit(reply)) return failed('rate_limited', `wants no more calls now${waitOf(reply)}`)
    if (status === 401) return failed('access_denied', 'does not take the access token')
    if (status === 403) return failed('access_denied', 'does not allow this to the access token', reply)
    if (status >= 300 && status < 400)
      return failed('not_found', 'says that the repository has moved; connect it under its new name')
    if (status >= 500 || status === 408) return failed('unreachable', `fails (${status})`)
    return null
  }

  return {
    url,
    fullName,
    failed,
    async call({ method, path, body, understands = [], isText = false }) {
      const outcome = await outboundHttp.send({
        method,
        url: url + path,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        body: body ? JSON.stringify(body) : null,
        deadlineMs: DEADLINE_MS,
        keepBody: MOST_BYTES,
        keepBodyWhen: 'always',
      })
      if (outcome.kind === 'failed') {
        log.warn({ forge: name, method, why: outcome.error_type }, 'a forge was not reached')
        throw failed('unreachable', `was not reached (${outcome.error_type})`)
      }
      const reply = readReply(outcome)
      const isOk = reply.status >= 200 && reply.status < 300
      if (!isOk) log.info({ forge: name, method, status: reply.status }, 'a forge refused a call')
      const general = generally(reply)
      if (general) throw general
      if (isOk) {
        if (!isText && reply.isCut) throw failed('unreachable', 'says more than is read here')
        return reply
      }
      if (understands.includes(reply.status)) return reply
      if (reply.status === 404) throw failed('not_found', 'has no such repository, or does not show it')
      throw failed('refused', 'refuses it', reply)
    },
  }
}

/** The answer in the form that the documentation says. */
export function read<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Check(schema, value)) return value
  throw new ForgeFailed('unreachable', 'The forge says something that cannot be read; is it one?')
}

/** Whether the header `Link` names a next page. */
export function hasNextPage({ headers }: Reply): boolean {
  return /;\s*rel="?next"?/.test(headers.link ?? '')
}

/** Reads pages until there are enough; a forge that goes on without saying anything new is not followed. */
export async function collectPages<T>(
  most: number,
  readPage: (page: number) => Promise<{ items: T[]; hasMore: boolean }>,
): Promise<{ items: T[]; truncated: boolean }> {
  const items: T[] = []
  let hasMore = true
  for (let page = 1; hasMore && items.length < most && page <= MOST_PAGES; page++) {
    const found = await readPage(page)
    items.push(...found.items)
    hasMore = found.hasMore && found.items.length > 0
  }
  return { items: items.slice(0, most), truncated: hasMore || items.length > most }
}

const MOST_PAGES = 50

/** Of an answer; what is no time is no answer. */
export function readTime(text: string): Date {
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new ForgeFailed('unreachable', 'The forge says something that cannot be read; is it one?')
}

const DEEPEST = 5

/** What the forge says, as one text. */
export function wordsOf(json: unknown, depth = 0): string {
  if (typeof json === 'string') return json
  if (typeof json !== 'object' || json === null || depth === DEEPEST) return ''
  const below = (value: unknown) => wordsOf(value, depth + 1)
  if (Array.isArray(json)) return json.slice(0, 5).map(below).filter(Boolean).join(' ')
  const { message, error, errors } = json as Record<string, unknown>
  if (message === undefined && error === undefined && errors === undefined)
    // GitLab names fields, each with its complaints.
    return Object.entries(json)
      .slice(0, 5)
      .map(([field, words]) => `${field} ${below(words)}`)
      .join(' ')
  return [message, error, errors].map(below).filter(Boolean).join(' ')
}

function readReply({ status, headers, body, truncated }: Answered): Reply {
  const text = body.toString('utf8')
  return { status, headers, text, isCut: truncated, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? plainText(value) : value))
  } catch {
    return undefined
  }
}

/** GitHub says 403 for it, the others 429. */
function isRateLimit({ status, headers, json }: Reply): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  const isUsedUp = headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined
  return isUsedUp || /rate limit/i.test(wordsOf(json))
}

function waitOf({ headers }: Reply): string {
  const seconds = headers['retry-after']
  return seconds !== undefined && /^\d{1,6}$/.test(seconds)
    ? `; try again in ${seconds} s`
    : '; try again later'
}
