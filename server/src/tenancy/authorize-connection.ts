import { ApiError, refuse } from '../platform/errors.ts'
import type { AuthorizeConnection, Handshake } from '../platform/realtime/handshake.ts'
import type { Access } from './access/access.ts'
import type { Authenticator } from './access/authenticate.ts'
import type { Caller } from './access/caller.ts'

/** Authorizes everybody who can reach the app; each room checks its own rules after that. */
export function createAuthorizeConnection(deps: {
  authenticator: Authenticator
  access: Access
}): AuthorizeConnection {
  return async (handshake) => {
    const caller = await identify(deps, handshake)
    if (caller.kind === 'workspace_key') throw refuse('workspace_key_not_allowed')
    const app = await deps.access.visit(caller, handshake.app_id)
    const depends_on = [caller.credential_id, caller.user?.id ?? '', app.workspace_id, app.id]
    return {
      person: caller,
      expires_at: caller.expires_at ?? null,
      depends_on: depends_on.filter((id) => id !== ''),
    }
  }
}

async function identify(
  { authenticator, access }: { authenticator: Authenticator; access: Access },
  { app_id, presented, visitor }: Handshake,
): Promise<Caller> {
  if (!presented) return access.authorizeAnonymous(visitor, app_id)
  try {
    return (await authenticator.authenticate(presented, visitor, undefined)) as Caller // it makes no others
  } catch (refusal) {
    // A browser sends the cookie of an ended session by itself: it counts as none.
    const isEnded = refusal instanceof ApiError && refusal.status === 401 && presented.via === 'cookie'
    if (isEnded) return access.authorizeAnonymous(visitor, app_id)
    throw refusal
  }
}
