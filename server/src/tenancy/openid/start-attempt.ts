import { refuse } from '../../platform/errors.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import { hashSecret, makeSecret } from '../../platform/secrets.ts'
import type { Provider } from '../../ports/openid/port.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { attemptStore, type Place } from './attempt-store.ts'
import { ATTEMPT_SECONDS, browserCookie } from './browser-cookie.ts'
import { requestOf } from './sign-in-request.ts'

/** Leads a browser to a provider; what it needs when it comes back is stored, and bound to it by a cookie. */
export async function startAttempt(
  deps: Pick<TenancyDeps, 'db' | 'clock' | 'secrets' | 'openId' | 'session'>,
  provider: Provider,
  redirectUri: string,
  attempt: Place & { return_to: string; client_state: string | null },
  headers: AnswerHeaders,
) {
  const { db, clock, secrets, openId, session } = deps
  const state = makeSecret('sis')
  const found = await openId.authorizationUrl(provider, requestOf(secrets, state, redirectUri))
  if (found.kind === 'failed') throw refuse('provider_unusable', { message: found.message })
  const browser = makeSecret('sib')
  const now = clock.now()
  const hashes = { state_hash: hashSecret(state), browser_hash: hashSecret(browser) }
  const expires_at = new Date(now.getTime() + ATTEMPT_SECONDS * 1_000)
  await attemptStore(db).insert({ ...attempt, ...hashes, expires_at }, now)
  headers.set('Set-Cookie', browserCookie(session, state, browser, ATTEMPT_SECONDS))
  return leadOn(headers, found.url)
}

/** Nothing of such an answer is kept by caches, and no page learns where somebody came from. */
export function leadOn(headers: AnswerHeaders, url: string) {
  headers.set('Cache-Control', 'no-store')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('Location', url)
  return { status: 303 as const, bytes: null }
}
