/** What a service answered to a request for a token, in whatever form it has. */
import { valueAt } from '../../platform/json-pointer.ts'
import { parseAnswer } from './parse-answer.ts'
import type { ClientCredentials, OAuth2, TokenOutcome, Tokens } from './port.ts'
import { readCaptured } from './read-captured.ts'
import { isFailure, readRefusal } from './read-refusal.ts'

type Quirks = Pick<
  OAuth2 | ClientCredentials,
  'access_token_at' | 'error_at' | 'lifetime_seconds' | 'captured'
>

export interface TokenAnswer {
  status: number
  body: Buffer
  truncated: boolean
}

/** `secrets`: what was sent, and must not come back in a message. */
export function readTokenAnswer(
  quirks: Quirks,
  { status, body, truncated }: TokenAnswer,
  secrets: readonly string[],
): TokenOutcome {
  if (status >= 300 && status < 400) {
    return failed(`The service answered with a redirect (${status}), which is not followed.`)
  }
  if (status === 429 || status >= 500) return failed(`The service is busy or out of order (${status}).`)
  const answer = parseAnswer(body.toString())
  const tokenAt = quirks.access_token_at ?? '/access_token'
  const token = valueAt(answer, tokenAt)
  if (status >= 400 || isFailure(answer, quirks.error_at, isToken(token))) {
    return readRefusal(answer, {
      status,
      errorAt: quirks.error_at,
      secrets: [...secrets, ...tokensIn(answer, tokenAt)],
    })
  }
  if (truncated) return failed('The answer of the service broke off or was too long.')
  if (!isToken(token)) return failed('The answer of the service holds no token.')
  return { kind: 'granted', tokens: readTokens(answer, token, tokenAt, quirks) }
}

function readTokens(answer: unknown, accessToken: string, tokenAt: string, quirks: Quirks): Tokens {
  // Only next to the token: another token of the same answer has its own.
  const near = valueAt(answer, tokenAt.slice(0, tokenAt.lastIndexOf('/')))
  const refreshToken = valueAt(near, '/refresh_token')
  return {
    accessToken,
    refreshToken: isToken(refreshToken) ? refreshToken : null,
    expiresIn: readSeconds(valueAt(near, '/expires_in')) ?? quirks.lifetime_seconds ?? null,
    scopes: readScopes(valueAt(near, '/scope')) ?? readScopes(valueAt(near, '/scopes')),
    captured: readCaptured(answer, quirks.captured ?? {}),
  }
}

/** What can be sent in a header (RFC 6749, appendix A.12). */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,16384}$/.test(value) && value.trim() !== ''
}

/** Longer than any service means; a date must be able to hold it. */
const MOST_SECONDS = 10 * 365 * 24 * 3600

/** Services that mean "for good" say 0 or nothing. */
function readSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof seconds !== 'number' || !(seconds >= 1)) return null
  return Math.min(Math.floor(seconds), MOST_SECONDS)
}

function readScopes(value: unknown): string[] | null {
  const listed = typeof value === 'string' ? value.split(/[\s,]+/) : Array.isArray(value) ? value : []
  const scopes = listed.filter((scope) => typeof scope === 'string' && /^[\x21-\x7e]{1,200}$/.test(scope))
  return scopes.length > 0 ? [...new Set<string>(scopes)] : null
}

function tokensIn(answer: unknown, tokenAt: string): string[] {
  const near = tokenAt.slice(0, tokenAt.lastIndexOf('/'))
  return [tokenAt, '/access_token', '/refresh_token', '/id_token', `${near}/refresh_token`]
    .map((pointer) => valueAt(answer, pointer))
    .filter((value) => typeof value === 'string')
}

function failed(message: string): TokenOutcome {
  return { kind: 'failed', message, isTimeout: false }
}
