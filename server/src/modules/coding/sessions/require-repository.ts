import { refuse } from '../../../platform/errors.ts'
import type { SessionApp } from './session-store.ts'

type Connected = NonNullable<SessionApp['repository']>

/** The connected repository; refuses when there is none, or another than the one expected. Forges ignore case (G562). */
export function requireRepository(repository: SessionApp['repository'], expected: string | null): Connected {
  if (!repository) throw refuse('repository_not_connected')
  if (expected !== null && expected.toLowerCase() !== repository.full_name.toLowerCase())
    throw refuse('repository_mismatch')
  return repository
}
