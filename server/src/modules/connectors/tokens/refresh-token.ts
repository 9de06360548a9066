import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { makeId } from '../../../platform/ids.ts'
import { withDerived } from '../../../platform/text/fill-template.ts'
import type { Client, Grant, TokenOutcome } from '../../../ports/connector-auth/port.ts'
import { findClient } from '../clients/find-client.ts'
import { findDefinition } from '../definitions/find-definition.ts'
import type { ConnectionRow } from '../tables.ts'
import type { RefreshAnswer, RefreshDeps, RefreshOutcome } from './refresh-outcome.ts'
import { type ClaimedConnection, type DueConnection, refreshStore, type Wanted } from './refresh-store.ts'
import { type Credentials, openCredentials } from './sealed-credentials.ts'
import { storeOutcome } from './store-outcome.ts'

/** The lease is longer, so that what comes in time is stored in time. */
const REQUEST_MS = 15_000
/** The lease holds for a request that is sent so long after it was asked for. */
const LONGEST_PAUSE_MS = 10_000

/**
 * Refreshes a token if this node gets the claim; false when it does not. A node that dies between the answer and its
 * storing leaves the old refresh token behind: after the lease the next one tries with it, which services with a grace
 * for the last token accept. With others the connection expires, and somebody connects again.
 */
export async function refreshToken(
  deps: RefreshDeps,
  { id, workspace_id }: DueConnection,
  wanted: Wanted,
): Promise<boolean> {
  const begun = performance.now()
  const claimed = await refreshStore(deps.db).claim(id, makeId('claim'), wanted)
  if (!claimed) return false
  const isTooLate = () => performance.now() - begun > LONGEST_PAUSE_MS
  await storeOutcome(deps, await ask(deps, claimed, workspace_id, isTooLate))
  return true
}

/** Whatever goes wrong is an outcome: a claim that is left behind holds up everybody for as long as it lasts. */
async function ask(
  deps: RefreshDeps,
  claimed: ClaimedConnection,
  workspace_id: string,
  isTooLate: () => boolean,
): Promise<RefreshOutcome> {
  const { id, integration_type } = claimed
  const known: Omit<RefreshOutcome, 'answer'> = {
    ...{ claimed, workspace_id, credentials: null, client_secret: null },
    display_name: integration_type,
  }
  try {
    const credentials = openCredentials(deps.secrets, id, claimed.credentials ?? '')
    known.credentials = credentials
    const definition = await findDefinition(deps.db, workspace_id, integration_type)
    if (!definition) return { ...known, answer: failed('There is no connector of this type any more.') }
    known.display_name = definition.display_name
    const client = await clientOf(deps, claimed, credentials, workspace_id, definition)
    known.client_secret = client?.secret ?? null
    const answer = await request(deps, { claimed, credentials, definition, client }, isTooLate)
    return { ...known, answer }
  } catch (error) {
    deps.log.warn({ err: error, connection_id: id, integration_type }, 'a token could not be refreshed')
    return { ...known, answer: failed('Atrium could not carry the refresh out.') }
  }
}

interface Asking {
  claimed: ClaimedConnection
  credentials: Credentials
  definition: ConnectorDefinition
  client: Client | null
}

async function request(
  deps: RefreshDeps,
  { claimed, credentials, definition, client }: Asking,
  isTooLate: () => boolean,
): Promise<RefreshAnswer> {
  const { auth, integration_type } = definition
  const grant = grantOf(claimed, credentials, definition)
  if (auth.mode === 'api_key' || !grant) return { kind: 'not_refreshable' }
  // Nobody is asked then, but somebody may enter the right one before it is given up.
  if (!client) return failed('The workspace has no client id for this service any more.')
  if (claimed.client_id !== null && client.id !== claimed.client_id)
    return failed('The workspace has another client id for this service now; connect it again.')
  const fields = { ...claimed.connection_config, ...credentials.values }
  const values = withDerived(definition, { ...fields, ...claimed.captured })
  if (isTooLate()) return { kind: 'too_late' }
  const signal = AbortSignal.timeout(REQUEST_MS)
  return deps.connectorAuth(integration_type).requestToken({ auth, values, client, grant, signal })
}

function grantOf(
  { scopes }: ConnectionRow,
  { refresh_token }: Credentials,
  { auth }: ConnectorDefinition,
): Grant | null {
  if (auth.mode === 'client_credentials') return { kind: 'client_credentials', scopes }
  return refresh_token === null ? null : { kind: 'refresh', refreshToken: refresh_token }
}

async function clientOf(
  deps: RefreshDeps,
  { connection_config }: ConnectionRow,
  { values }: Credentials,
  workspaceId: string,
  { auth, integration_type }: ConnectorDefinition,
): Promise<Client | null> {
  if (auth.mode !== 'client_credentials') return findClient(deps, workspaceId, integration_type)
  const fields: Record<string, string> = { ...connection_config, ...values }
  const id = fields[auth.client_id_field]
  return id === undefined ? null : { id, secret: fields[auth.client_secret_field] ?? null }
}

function failed(message: string): TokenOutcome {
  return { kind: 'failed', message, isTimeout: false }
}
