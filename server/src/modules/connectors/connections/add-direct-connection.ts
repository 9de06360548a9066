import type { ClientCredentials, ConnectorDefinition } from '@atrium/contract/connector-definition'
import { transaction } from '../../../platform/database/transaction.ts'
import { ApiError, invalid, refuse } from '../../../platform/errors.ts'
import { withDerived } from '../../../platform/text/fill-template.ts'
import type { Tokens } from '../../../ports/connector-auth/port.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import { holdDefinition } from '../custom/hold-definition.ts'
import type { Deps } from '../deps.ts'
import { connectionStore } from './connection-store.ts'
import type { Starting } from './starting.ts'
import { credentialsOf, storeConnection } from './store-connection.ts'
import { type Tried, tryCredentials } from './try-credentials.ts'

/** Connects with what a person entered, once the service has let us in with it; returns the connection's id. */
export async function addDirectConnection(deps: Deps, caller: Caller, starting: Starting): Promise<string> {
  const { app, definition, scopes, values } = starting
  const { auth, integration_type } = definition
  const isByToken = auth.mode === 'client_credentials'
  const tokens = isByToken ? await requestToken(deps, starting, auth) : null
  const captured = tokens?.captured ?? {}
  const { isRefused, account } = await tryOrFail(deps, starting, tokens)
  if (isRefused) throw refusedBy(definition)
  const clientId = isByToken ? clientOf(auth, starting).id : null
  return transaction(deps.db, async (tx) => {
    await connectionStore(tx).lock(app.id)
    if (!(await holdDefinition(tx, app.workspace_id, definition))) throw refuse('integration_not_found')
    const made = { appId: app.id, definition, userId: userOf(caller).id, scopes, values, tokens }
    const id = await storeConnection(deps, tx, { ...made, captured, clientId, account })
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'connectors.initiate',
      target_type: 'connection',
      target_id: id,
      app_id: app.id,
      detail: { integration_type, scopes: [...scopes] },
    })
    return id
  })
}

function clientOf(auth: ClientCredentials, { values }: Starting): { id: string; secret: string | null } {
  const fields: Record<string, string> = { ...values.config, ...values.secrets }
  return { id: fields[auth.client_id_field] ?? '', secret: fields[auth.client_secret_field] ?? null }
}

async function requestToken(deps: Deps, starting: Starting, auth: ClientCredentials): Promise<Tokens> {
  const { definition, scopes, values } = starting
  const outcome = await deps.connectorAuth(definition.integration_type).requestToken({
    auth,
    values: withDerived(definition, { ...values.config, ...values.secrets }),
    client: clientOf(auth, starting),
    grant: { kind: 'client_credentials', scopes },
  })
  if (outcome.kind === 'granted') return outcome.tokens
  if (outcome.kind === 'refused') throw refusedBy(definition)
  throw refuse('connector_call_failed', { message: outcome.message })
}

async function tryOrFail(
  deps: Deps,
  { definition, values }: Starting,
  tokens: Tokens | null,
): Promise<Tried> {
  const known = { ...values.config, ...tokens?.captured }
  const connected = { definition, values: known, credentials: credentialsOf({ tokens, values }) }
  try {
    return await tryCredentials(deps, connected)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'connector_timed_out') {
      throw refuse('connector_call_failed', { message: 'The service did not answer in time.' })
    }
    throw error
  }
}

/** At the field that the person has to look at. */
function refusedBy({ auth, fields }: ConnectorDefinition): ApiError {
  const secret =
    auth.mode === 'client_credentials'
      ? auth.client_secret_field
      : (fields.find(({ is_secret }) => is_secret) ?? fields[0])?.name
  const msg = 'The service does not accept this; check that it is complete, still valid and of this account.'
  return invalid(
    ['body', 'connection_config', ...(secret === undefined ? [] : [secret])],
    'refused_by_service',
    msg,
  )
}
