import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { type ApiError, refuse } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import type { ConnectionRow } from '../tables.ts'
import type { RefreshDeps } from './refresh-outcome.ts'
import { nextStep, tokenState } from './refresh-rules.ts'
import { type DueConnection, refreshStore, type Wanted } from './refresh-store.ts'
import { refreshToken } from './refresh-token.ts'
import { type Credentials, openCredentials } from './sealed-credentials.ts'

/** How long a call waits for a token at most. */
const PATIENCE_MS = 20_000
/** How often it looks whether another node is done. */
const LOOK_MS = 150

type Needed = RefreshDeps & Pick<Deps, 'clock' | 'refreshTurns'>

/**
 * What a call of an active connection is let in with: as it is stored, or refreshed first when it is about to end or
 * when the service refused `refusedToken`. The same token comes back when another would not help: it is new, or there
 * is nothing to refresh it with. Refuses with `connection_not_active` when the connection has ended, and with
 * `connector_call_failed` while it has no good token but will be tried again.
 */
export async function usableCredentials(
  deps: Needed,
  definition: ConnectorDefinition,
  connection: ConnectionRow,
  workspaceId: string,
  refusedToken?: string,
): Promise<Credentials> {
  const stored = openStored(deps, connection)
  const isRefused = refusedToken !== undefined && stored.access_token === refusedToken
  // A wrong clock of this node costs a look into the database, or a call that the service refuses; not more.
  const isGood = !isRefused && tokenState(connection, deps.clock.now()) === 'good'
  if (isGood || !hasTokens(definition)) return stored
  const { id } = connection
  return deps.refreshTurns(`${id} ${refusedToken ?? ''}`, () =>
    findGood(deps, { id, workspace_id: workspaceId }, definition, refusedToken),
  )
}

function hasTokens({ auth }: ConnectorDefinition): boolean {
  return auth.mode !== 'api_key'
}

function openStored({ secrets }: Pick<Deps, 'secrets'>, connection: ConnectionRow): Credentials {
  const { id, status, credentials } = connection
  if (status !== 'active' || credentials === null) throw refuse('connection_not_active')
  return openCredentials(secrets, id, credentials)
}

/** Refreshes, or waits for the node that does, until there is a token to use. */
async function findGood(
  deps: Needed,
  due: DueConnection,
  { auth }: ConnectorDefinition,
  refusedToken: string | undefined,
): Promise<Credentials> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const seen = await refreshStore(deps.db).find(due.id)
    if (!seen) throw refuse('connection_not_active')
    const credentials = openStored(deps, seen)
    const isRefused = refusedToken !== undefined && credentials.access_token === refusedToken
    const isRefreshable = auth.mode === 'client_credentials' || credentials.refresh_token !== null
    const step = nextStep(seen, { isRefused, isRefreshable })
    if (step === 'use') return credentials
    if (step === 'fail') throw withoutToken(seen.last_error)
    if (performance.now() > giveUpAt) {
      if (!isRefused && tokenState(seen, seen.now) !== 'ended') return credentials
      throw withoutToken('refreshing it takes too long')
    }
    const isTried = step === 'refresh' && (await refreshToken(deps, due, wantedOf(seen, isRefused)))
    if (!isTried) await wait(LOOK_MS)
  }
}

function wantedOf({ credentials }: ConnectionRow, isRefused: boolean): Wanted {
  return isRefused && credentials !== null ? { kind: 'refused', credentials } : { kind: 'due' }
}

function withoutToken(reason: string | null): ApiError {
  const because = reason === null ? '' : `: ${reason.replace(/\.$/, '')}`
  return refuse('connector_call_failed', {
    message: `The token of this connection could not be refreshed${because}. It is tried again by itself.`,
  })
}
