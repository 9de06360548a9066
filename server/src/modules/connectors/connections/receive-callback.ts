import type { InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders, Visitor } from '../../../platform/http/visitor.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { AttemptRow } from '../tables.ts'
import { attemptStore } from './attempt-store.ts'
import { attemptIdIn } from './connection-state.ts'
import { finishAttempt } from './finish-attempt.ts'
import { outcomeUrl, signInUrl } from './page-addresses.ts'

/** Always leads on to a page of ours: whatever came, a person sits in front of it. */
export async function receiveCallback(
  deps: Deps,
  visitor: Visitor | Caller,
  { query }: InputOf<typeof operations.connectors.callback>,
  headers: AnswerHeaders,
) {
  headers.set('Cache-Control', 'no-store')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('Location', await goOn(deps, visitor, query))
  return { status: 303 as const, bytes: null }
}

async function goOn(deps: Deps, visitor: Visitor | Caller, query: Record<string, string>): Promise<string> {
  const { db, clock, secrets } = deps
  const baseUrl = deps.baseUrl()
  const id = attemptIdIn(secrets, query.state)
  if (id === null) return outcomeUrl(baseUrl, 'unknown')
  const caller = 'credential_id' in visitor ? visitor : null
  if (!caller?.user) return signInUrl(baseUrl, query)
  const store = attemptStore(db)
  const attempt = await store.find(id)
  if (!attempt) return outcomeUrl(baseUrl, 'unknown')
  if (attempt.user_id !== caller.user.id) return outcomeUrl(baseUrl, 'different_user')
  const now = clock.now()
  if (attempt.status !== 'pending' || attempt.expires_at <= now) {
    return outcomeUrl(baseUrl, outcomeOfUsed(attempt, now), attempt)
  }
  const claimed = await store.claim(id, caller.user.id, now)
  if (claimed) return outcomeUrl(baseUrl, await finishAttempt(deps, caller, claimed, query), claimed)
  // Somebody was faster: a second tab, a second click, or the back button.
  const since = (await store.find(id)) ?? attempt
  return outcomeUrl(baseUrl, outcomeOfUsed(since, now), since)
}

function outcomeOfUsed({ status, expires_at }: AttemptRow, now: Date) {
  if (status === 'active') return 'connected'
  return status === 'pending' && expires_at <= now ? 'expired' : 'used'
}
