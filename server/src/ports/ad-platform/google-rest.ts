/**
 * Requests to the Google Ads REST API, and what is true after each: done, refused, surely nothing changed, or perhaps.
 * Changes are sent once; reads once more when the first try failed on the way.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { errorsOf, type GoogleError, listAt, type Row, textAt } from './google-answers.ts'
import { type GoogleCredentials, googleToken } from './google-token.ts'
import type { Done, Unavailable, Unknown } from './port.ts'

export interface GoogleRestOptions extends GoogleCredentials {
  /** With the version: https://googleads.googleapis.com/v26. */
  baseUrl: string
  /** The account above all others, ten digits. */
  managerId: string
  developerToken: string | null
  clock: Clock
  log: Log
  timeouts?: Partial<Timeouts>
}

export interface Timeouts {
  tokenMs: number
  /** For both tries of a read together. */
  readMs: number
  changeMs: number
}

/** Nothing changed. The platform says why. */
export interface Refused {
  outcome: 'refused'
  errors: readonly GoogleError[]
}

export interface GoogleRest {
  /** A change. A second one of the same is the caller's to decide. */
  change(path: string, body: object): Promise<Done<unknown> | Refused | Unavailable | Unknown>
  read(path: string, body: object): Promise<Done<unknown> | Refused | Unavailable>
  /** All rows of a query. */
  search(customerId: string, query: string): Promise<Done<Row[]> | Refused | Unavailable>
}

/** What came of one request. */
type Reply =
  | { kind: 'answered'; status: number; body: unknown; requestId: string }
  | { kind: 'failed'; isUnsent: boolean; why: string }
  /** Nothing was sent, and trying again does not help. */
  | { kind: 'no-token'; why: string }

const TIMEOUTS: Timeouts = { tokenMs: 10_000, readMs: 20_000, changeMs: 60_000 }
/** Of 10,000 rows each. */
const MOST_PAGES = 30

export function googleRest(options: GoogleRestOptions): GoogleRest {
  const { baseUrl, managerId, developerToken, clock, log } = options
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const tokens = googleToken(options, clock, timeouts.tokenMs)

  async function send(path: string, body: object, signal: () => AbortSignal): Promise<Reply> {
    const got = await tokens.get()
    if (got.kind === 'refused') {
      log.error({ status: got.status, code: got.code }, 'Google refuses our credentials')
      return { kind: 'no-token', why: `refuses our credentials (${got.status} ${got.code})` }
    }
    if (got.kind === 'unreachable') return { kind: 'no-token', why: `gave no token (${whyOf(got.cause)})` }
    try {
      const response = await fetch(`${baseUrl}/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${got.token}`,
          'content-type': 'application/json',
          'login-customer-id': managerId,
          ...(developerToken !== null && { 'developer-token': developerToken }),
        },
        body: JSON.stringify(body),
        signal: signal(),
        redirect: 'error',
      })
      if (response.status === 401) tokens.drop(got.token)
      const requestId = response.headers.get('request-id') ?? ''
      const { status } = response
      return { kind: 'answered', status, body: parsed(await response.text()), requestId }
    } catch (cause) {
      return { kind: 'failed', isUnsent: isUnsent(cause), why: whyOf(cause) }
    }
  }

  /** For answers that are no success: what they mean, reported to the operator where only they can mend it. */
  function judge(reply: Reply, path: string): Refused | Unavailable | 'in-doubt' {
    if (reply.kind === 'no-token') return unavailable(reply.why)
    if (reply.kind === 'failed') {
      log.warn({ path, why: reply.why }, 'Google Ads did not answer')
      return reply.isUnsent ? unavailable(`was not reached (${reply.why})`) : 'in-doubt'
    }
    const { status, body, requestId } = reply
    const errors = errorsOf(body)
    const codes = errors.map(({ code }) => code)
    const facts = { path, status, codes, request_id: requestId, word: textAt(body, 'error.status') }
    if (IN_DOUBT.has(status) || status >= 500 || status < 300) {
      log.warn(facts, 'Google Ads failed')
      return 'in-doubt'
    }
    if (status === 429 || codes.some((code) => BUSY.test(code))) {
      log.warn(facts, 'Google Ads has no room for us')
      return unavailable(`has no room for us (${codes[0] ?? status})`)
    }
    if (status === 401 || errors.length === 0 || codes.some((code) => MISCONFIGURED.test(code))) {
      log.error(
        facts,
        'Google Ads refuses our requests: look at the credentials and the access of the project',
      )
      return unavailable(`refuses our requests (${codes[0] ?? status})`)
    }
    log.warn(facts, 'Google Ads refused a request')
    return { outcome: 'refused', errors }
  }

  async function read(path: string, body: object): Promise<Done<unknown> | Refused | Unavailable> {
    const limit = AbortSignal.timeout(timeouts.readMs)
    for (let tried = 1; ; tried++) {
      const reply = await send(path, body, () => limit)
      const answer = answerOf(reply)
      if (answer !== null) return { outcome: 'done', value: answer }
      const isLast = tried === 2 || limit.aborted || !mayDoNextTime(reply)
      if (!isLast) continue
      const judged = judge(reply, path)
      return judged === 'in-doubt' ? unavailable('did not answer') : judged
    }
  }

  return {
    read,

    async change(path, body) {
      const reply = await send(path, body, () => AbortSignal.timeout(timeouts.changeMs))
      const answer = answerOf(reply)
      if (answer !== null) return { outcome: 'done', value: answer }
      const judged = judge(reply, path)
      if (judged !== 'in-doubt') return judged
      const why = reply.kind === 'answered' ? `status ${reply.status}` : reply.why
      return { outcome: 'unknown', message: `The answer of Google Ads is lost (${why}).` }
    },

    async search(customerId, query) {
      const rows: Row[] = []
      let pageToken = ''
      for (let page = 1; page <= MOST_PAGES; page++) {
        const body = { query, ...(pageToken !== '' && { pageToken }) }
        const answer = await read(`customers/${customerId}/googleAds:search`, body)
        if (answer.outcome !== 'done') return answer
        rows.push(...listAt(answer.value, 'results'))
        pageToken = textAt(answer.value, 'nextPageToken')
        if (pageToken === '') return { outcome: 'done', value: rows }
      }
      return unavailable('has more rows than we read')
    },
  }
}

export function unavailable(why: string): Unavailable {
  return { outcome: 'unavailable', message: `Google Ads ${why}.` }
}

/** Errors that nobody but the operator can mend. */
const MISCONFIGURED =
  /^(AuthenticationError\.(?!CUSTOMER_NOT_FOUND$)|AuthorizationError\.(DEVELOPER_TOKEN|CLOUD_PROJECT|PROJECT|ORGANIZATION|OAUTH|INCOMPLETE_SIGNUP|SERVICE_ACCESS_DENIED|MISSING_TOS))/
/** Errors that pass by themselves; nothing was changed. */
const BUSY = /^(QuotaError\.|DatabaseError\.CONCURRENT_MODIFICATION$)/
/** Given up by one side or a server between; the change may have been made. */
const IN_DOUBT = new Set([408, 499])

/** Null when there is none, or one that is no JSON. */
function answerOf(reply: Reply): object | null {
  const isOk = reply.kind === 'answered' && reply.status >= 200 && reply.status < 300
  return isOk && typeof reply.body === 'object' ? reply.body : null
}

/** A read is worth a second try when it failed on the way, or with a token that had just run out. */
function mayDoNextTime(reply: Reply): boolean {
  if (reply.kind !== 'answered') return reply.kind === 'failed'
  return reply.status >= 500 || reply.status === 401 || reply.status < 300 || IN_DOUBT.has(reply.status)
}

/** Null for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** That these happened proves that no byte of the request left. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/

function isUnsent(error: unknown): boolean {
  return codesOf(error).some((code) => UNSENT.test(code))
}

/** Only the kind is reported: messages may quote the address. */
function whyOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (error instanceof SyntaxError) return 'unreadable answer'
  return codesOf(error)[0] ?? 'broken connection'
}

function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name === 'TimeoutError') return ['time-out']
    const code: unknown = Reflect.get(at, 'code')
    if (typeof code === 'string') codes.push(code)
  }
  return codes
}
