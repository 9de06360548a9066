import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { FailureReason, Person, Provider } from '../../ports/openid/port.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { attemptStore, type Place } from './attempt-store.ts'
import { browserCookie, readBrowserCookie } from './browser-cookie.ts'
import { requestOf } from './sign-in-request.ts'
import type { SignInAttemptRow } from './tables.ts'

export interface CameBack {
  query: Readonly<Record<string, string>>
  headers: { cookie?: string }
}

/** The attempt of the browser that comes back, which only this request works on; null when it has none. */
export async function claimAttempt(
  { db, clock, session }: Pick<TenancyDeps, 'db' | 'clock' | 'session'>,
  place: Place,
  { query, headers }: CameBack,
  answer: AnswerHeaders,
): Promise<SignInAttemptRow | null> {
  const { state } = query
  const browser = state === undefined ? null : readBrowserCookie(session, state, headers.cookie)
  if (state === undefined || browser === null) return null
  const hashes = { state_hash: hashSecret(state), browser_hash: hashSecret(browser) }
  const attempt = await attemptStore(db).claim(hashes, place, clock.now())
  if (attempt) answer.set('Set-Cookie', browserCookie(session, state, '', 0))
  return attempt ?? null
}

/** The person whom the provider vouches for, or why there is none. */
export async function identify(
  { secrets, openId, log }: Pick<TenancyDeps, 'secrets' | 'openId' | 'log'>,
  provider: Provider,
  redirectUri: string,
  { query }: CameBack,
): Promise<Person | FailureReason> {
  const request = requestOf(secrets, query.state ?? '', redirectUri)
  const outcome = await openId.identify(provider, { ...request, query })
  if (outcome.kind === 'person') return outcome.person
  const { reason, message } = outcome
  log.info({ reason, issuer: provider.issuer, message }, 'a sign-in by a provider came to nothing')
  return reason
}
