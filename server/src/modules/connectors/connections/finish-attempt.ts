import type { ConnectorDefinition, OAuth2 } from '@atrium/contract/connector-definition'
import { transaction } from '../../../platform/database/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { withDerived } from '../../../platform/text/fill-template.ts'
import { oneLine } from '../../../platform/text/one-line.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Tokens } from '../../../ports/connector-auth/port.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import { findClient } from '../clients/find-client.ts'
import { holdDefinition } from '../custom/hold-definition.ts'
import { findDefinition } from '../definitions/find-definition.ts'
import type { Deps } from '../deps.ts'
import type { AttemptRow } from '../tables.ts'
import { attemptStore } from './attempt-store.ts'
import { capturedFrom } from './captured-from.ts'
import { connectionStore } from './connection-store.ts'
import { callbackUrl, type Outcome } from './page-addresses.ts'
import { openAttempt } from './sealed-attempt.ts'
import { credentialsOf, type NewConnection, storeConnection } from './store-connection.ts'
import { NO_ACCOUNT, tryCredentials } from './try-credentials.ts'

type Query = Readonly<Record<string, string>>

/** Why it came to nothing, in words for the person who waits. */
class Unfinished extends Error {
  readonly outcome: Outcome
  constructor(message: string, outcome: Outcome = 'failed') {
    super(message)
    this.outcome = outcome
  }
}

/** Exchanges the code for a token and stores the connection: of an attempt that only this request works on. */
export async function finishAttempt(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRow,
  query: Query,
): Promise<Outcome> {
  try {
    const app = await editedApp(deps, caller, attempt)
    const made = await connectionOf(deps, attempt, app, query)
    return (await storeOutcome(deps, caller, app, attempt, made)) ? 'connected' : 'failed'
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error
    await attemptStore(deps.db).finish(attempt.id, 'failed', error.message)
    return error.outcome
  }
}

/** Rights may have changed since it was started, and the app may be gone. */
async function editedApp({ access }: Deps, caller: Caller, { app_id }: AttemptRow): Promise<App> {
  try {
    return await access.app(caller, app_id, 'editor')
  } catch (error) {
    if (error instanceof ApiError) throw new Unfinished(error.message)
    throw error
  }
}

async function connectionOf(deps: Deps, attempt: AttemptRow, app: App, query: Query): Promise<NewConnection> {
  const { integration_type, scopes, client_id: clientId, user_id: userId } = attempt
  if (query.error !== undefined) throw refusedWith(query.error)
  if (!query.code) throw new Unfinished('The service sent no code; start again.')
  const definition = await findDefinition(deps.db, app.workspace_id, integration_type)
  if (definition?.auth.mode !== 'oauth2') throw new Unfinished('There is no such connector any more.')
  const { auth } = definition
  const kept = openAttempt(deps.secrets, attempt.id, attempt.sealed)
  const values = { config: attempt.connection_config, secrets: kept.values }
  const captured = capturedFrom(definition, auth, query, deps.connectorHttp(integration_type).checkTarget)
  const code = { kind: 'code' as const, code: query.code, codeVerifier: kept.code_verifier }
  const known = { ...captured, ...values.config, ...values.secrets }
  const tokens = await exchange(deps, { app, attempt, definition, auth }, known, code)
  const made = { appId: app.id, definition, userId, scopes, values, tokens, captured, clientId }
  const connected = {
    definition,
    values: { ...values.config, ...captured, ...tokens.captured },
    credentials: credentialsOf(made),
  }
  const tried = await tolerate(
    deps.log,
    'a new connection could not be tried',
    tryCredentials(deps, connected),
    { isRefused: false, account: NO_ACCOUNT },
  )
  return { ...made, account: tried.account }
}

interface Exchanging {
  app: App
  attempt: AttemptRow
  definition: ConnectorDefinition
  auth: OAuth2
}

async function exchange(
  deps: Deps,
  { app, attempt, definition, auth }: Exchanging,
  known: Query,
  code: { kind: 'code'; code: string; codeVerifier: string | null },
): Promise<Tokens> {
  const client = await findClient(deps, app.workspace_id, attempt.integration_type)
  if (client?.id !== attempt.client_id) {
    throw new Unfinished('The client id of the workspace changed since it was started; start again.')
  }
  const outcome = await deps.connectorAuth(attempt.integration_type).requestToken({
    auth,
    values: withDerived(definition, known),
    client,
    grant: { ...code, redirectUri: callbackUrl(deps.baseUrl()) },
  })
  if (outcome.kind !== 'granted') throw new Unfinished(oneLine(outcome.message, 300))
  return outcome.tokens
}

/** What people do when they say no, in the words of many services. */
const REFUSED = /den(y|ied)|cancel|declin|reject/i

function refusedWith(error: string): Unfinished {
  if (REFUSED.test(error)) return new Unfinished('Access was refused at the service.', 'refused')
  return new Unfinished(`The service said ${oneLine(error, 80).replaceAll(/[^\w .-]/g, '')}; start again.`)
}

/** False when the attempt was called off while the service was asked: then nothing is stored. */
async function storeOutcome(
  deps: Deps,
  caller: Caller,
  app: App,
  { id: attemptId, integration_type }: AttemptRow,
  made: NewConnection,
): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    await connectionStore(tx).lock(app.id)
    const isHeld = await holdDefinition(tx, app.workspace_id, made.definition)
    if (!isHeld) throw new Unfinished('The connector was changed since it was started; start again.')
    if (!(await attemptStore(tx).finish(attemptId, 'active', null))) return false
    const id = await storeConnection(deps, tx, made)
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'connectors.callback',
      target_type: 'connection',
      target_id: id,
      app_id: app.id,
      detail: { integration_type, scopes: [...(made.tokens?.scopes ?? made.scopes)], attempt_id: attemptId },
    })
    return true
  })
}
