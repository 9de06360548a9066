import type { Deps } from './deps.ts'
import type { RequestPlace, Visitor } from './platform/http/visitor.ts'
import { createKeyedRequests } from './platform/idempotency/keyed-requests.ts'
import { createAccessNotes } from './tenancy/access/access-notes.ts'

/** What stands before every use case. */
export function requestPath(deps: Deps, maxConnections: number) {
  const { authenticator, access, rateLimits, session, ownCalls } = deps
  const { authenticate } = authenticator
  return {
    authenticate,
    authorizeAnonymous: (visitor: Visitor, { app_id = '' }: RequestPlace['params']) =>
      access.authorizeAnonymous(visitor, app_id),
    rateLimits,
    cookieName: session.cookieName,
    ownCalls,
    keyed: createKeyedRequests({
      ...deps,
      accessNotes: createAccessNotes(access),
      mostTransactions: Math.ceil(maxConnections / 2),
    }),
  }
}
