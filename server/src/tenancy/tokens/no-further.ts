import { refuse } from '../../platform/errors.ts'
import { reachesApp } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import type { TokenRow } from './store.ts'

/** A token makes and revokes only what reaches no further and lasts no longer than itself. */
export function requireNoFurther(caller: Caller, token: Pick<TokenRow, 'app_ids' | 'expires_at'>): void {
  if (caller.kind !== 'personal_token') return
  const isWider = caller.app_ids !== null && !token.app_ids?.every((id) => reachesApp(caller, id))
  const { expires_at: end } = caller
  const isLonger = end && (token.expires_at === null || token.expires_at > end)
  if (isWider || isLonger) throw refuse('token_scope_exceeded')
}
