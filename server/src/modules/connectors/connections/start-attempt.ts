import { createHash, randomBytes } from 'node:crypto'
import type { OAuth2 } from '@atrium/contract/connector-definition'
import { LINK_MINUTES } from '@atrium/contract/connectors'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { withDerived } from '../../../platform/text/fill-template.ts'
import type { Client } from '../../../ports/connector-auth/port.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { attemptStore } from './attempt-store.ts'
import { stateOf } from './connection-state.ts'
import { connectionStore } from './connection-store.ts'
import { callbackUrl } from './page-addresses.ts'
import { sealAttempt } from './sealed-attempt.ts'
import type { Started, Starting } from './starting.ts'

/** Of an app, that wait for somebody's consent; the oldest go. */
export const MOST_PENDING = 20

/** Keeps what was asked for until somebody has approved it, and says where that is done. */
export async function startAttempt(
  deps: Deps,
  caller: Caller,
  { app, definition, scopes, values, auth, client }: Starting & { auth: OAuth2; client: Client },
): Promise<Started> {
  const { db, clock, secrets, audit } = deps
  const { integration_type } = definition
  const now = clock.now()
  const id = makeId('att', now)
  const verifier = auth.pkce ? randomBytes(32).toString('base64url') : null
  const redirect_url = addressFor(deps, integration_type, {
    auth,
    values: withDerived(definition, values.config),
    client,
    redirectUri: callbackUrl(deps.baseUrl()),
    state: stateOf(secrets, id),
    codeChallenge: verifier && createHash('sha256').update(verifier).digest('base64url'),
    scopes,
  })
  const expires_at = new Date(now.getTime() + LINK_MINUTES * 60_000)
  const attempt = {
    ...{ id, app_id: app.id, integration_type, user_id: userOf(caller).id, scopes: [...scopes] },
    connection_config: values.config,
    sealed: sealAttempt(secrets, id, { code_verifier: verifier, values: values.secrets }),
    client_id: client.id,
    ...{ status: 'pending' as const, error: null, expires_at, created_date: now },
  }
  await transaction(db, async (tx) => {
    await connectionStore(tx).lock(app.id)
    await attemptStore(tx).insert(attempt, MOST_PENDING)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'connectors.initiate',
      target_type: 'connection',
      target_id: id,
      app_id: app.id,
      detail: { integration_type, scopes: [...scopes] },
    })
  })
  return { redirect_url, connection_id: id, expires_at, already_authorized: false }
}

function addressFor(
  { connectorAuth, log }: Deps,
  type: string,
  request: Parameters<ReturnType<Deps['connectorAuth']>['authorizationUrl']>[0],
): string {
  try {
    return connectorAuth(type).authorizationUrl(request)
  } catch (cause) {
    log.warn({ err: cause, integration_type: type }, 'the address of a consent page could not be made')
    const msg = 'No address of the service can be made of these values.'
    throw invalid(['body', 'connection_config'], 'address_unusable', msg)
  }
}
