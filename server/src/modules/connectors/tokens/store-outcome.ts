import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../../platform/database/db.ts'
import { databaseFailure } from '../../../platform/database/failures.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { oneLine } from '../../../platform/text/one-line.ts'
import { redact } from '../../../platform/text/redact.ts'
import type { Tokens } from '../../../ports/connector-auth/port.ts'
import { expireConnection } from './expire-connection.ts'
import type { RefreshDeps, RefreshOutcome } from './refresh-outcome.ts'
import { afterFailure, quietUntil, refreshTimeOf, tokenEndOf } from './refresh-rules.ts'
import { type ClaimedConnection, refreshStore } from './refresh-store.ts'
import { type Credentials, openCredentials, sealCredentials } from './sealed-credentials.ts'

/** A new token is worth waiting for a database that starts again: the old one may be good for nothing. */
const STORE_MS = 60_000
const PAUSE_MS = 250
const LONGEST_REASON = 300

/** Stores what came of a refresh, unless the claim is somebody else's by now or the connection was made again. */
export async function storeOutcome(deps: RefreshDeps, outcome: RefreshOutcome): Promise<void> {
  const giveUpAt = performance.now() + STORE_MS
  for (;;) {
    try {
      return await transaction(deps.db, (tx) => store(deps, tx, outcome))
    } catch (error) {
      if (databaseFailure(error) === null || performance.now() > giveUpAt) throw error
      await wait(PAUSE_MS)
    }
  }
}

async function store(deps: RefreshDeps, tx: Db, outcome: RefreshOutcome): Promise<void> {
  const { claimed, answer } = outcome
  const found = await refreshStore(tx).lock(claimed.id, claimed.refresh_claim)
  if (!found || !isSame(deps, found, outcome)) return
  if (answer.kind === 'granted') return storeTokens(deps, tx, found, outcome.credentials, answer.tokens)
  if (answer.kind === 'too_late') return refreshStore(tx).release(found.id, claimed.refresh_claim)
  if (answer.kind === 'not_refreshable') return storeEnd(deps, tx, found, outcome)
  const reason = reasonOf(outcome, answer.message)
  await storeFailure(deps, tx, found, outcome, reason, answer.kind === 'refused' && answer.isFinal)
}

/** Another key may have sealed them since; other tokens in them are those of a new connection. */
function isSame(
  { secrets }: RefreshDeps,
  found: ClaimedConnection,
  { claimed, credentials }: RefreshOutcome,
) {
  if (found.credentials === claimed.credentials) return true
  if (!credentials || found.credentials === null) return false
  const { access_token, refresh_token } = openCredentials(secrets, found.id, found.credentials)
  return access_token === credentials.access_token && refresh_token === credentials.refresh_token
}

async function storeTokens(
  { secrets }: RefreshDeps,
  tx: Db,
  found: ClaimedConnection,
  before: Credentials | null,
  { accessToken, refreshToken, expiresIn, scopes, captured }: Tokens,
): Promise<void> {
  const credentials: Credentials = {
    access_token: accessToken,
    refresh_token: refreshToken ?? before?.refresh_token ?? null,
    values: before?.values ?? {},
  }
  await refreshStore(tx).storeTokens(found.id, {
    credentials: sealCredentials(secrets, found.id, credentials),
    scopes: scopes ? [...scopes] : found.scopes,
    captured: { ...found.captured, ...captured },
    token_expires_at: tokenEndOf(expiresIn, found.now),
    refresh_at: refreshTimeOf(expiresIn, found.now, Math.random()),
    quiet_until: quietUntil(expiresIn, found.now),
  })
}

async function storeFailure(
  deps: RefreshDeps,
  tx: Db,
  found: ClaimedConnection,
  outcome: RefreshOutcome,
  reason: string,
  isFinal: boolean,
): Promise<void> {
  const refresh_failures = found.refresh_failures + 1
  const refresh_failing_since = found.refresh_failing_since ?? found.now
  const counted = { failures: refresh_failures, failingSince: refresh_failing_since, isFinal }
  const after = afterFailure(counted, found.now)
  if (after.isOver) return expireConnection(deps, tx, outcome, reason, found.now)
  await refreshStore(tx).storeFailure(found.id, {
    ...{ refresh_failures, refresh_failing_since, last_error: reason },
    refresh_at: after.tryAgainAt,
  })
}

/** A token without anything to refresh it is good until its end. */
async function storeEnd(deps: RefreshDeps, tx: Db, found: ClaimedConnection, outcome: RefreshOutcome) {
  const { id, token_expires_at, now } = found
  if (token_expires_at && token_expires_at > now) return refreshStore(tx).postpone(id, token_expires_at)
  await expireConnection(deps, tx, outcome, 'The token ended, and the service gave none to refresh it.', now)
}

/** The words of the service, which may quote what it was sent. */
function reasonOf({ credentials, client_secret }: RefreshOutcome, message: string): string {
  const { access_token = null, refresh_token = null, values = {} } = credentials ?? {}
  const secrets = [access_token, refresh_token, client_secret, ...Object.values(values)]
  const known = secrets.filter((secret) => secret !== null)
  return oneLine(redact(message, known), LONGEST_REASON)
}
