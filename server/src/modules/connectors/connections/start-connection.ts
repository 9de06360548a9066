import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { refuse } from '../../../platform/errors.ts'
import { placesOf } from '../../../platform/text/fill-template.ts'
import type { Client } from '../../../ports/connector-auth/port.ts'
import { type App, type Caller, isAdmin, userOf } from '../../../tenancy/index.ts'
import { requireClient } from '../clients/find-client.ts'
import { type ReadValues, readValues } from '../definitions/read-values.ts'
import type { Deps } from '../deps.ts'
import type { ConnectionRow } from '../tables.ts'
import { addDirectConnection } from './add-direct-connection.ts'
import { connectionStore } from './connection-store.ts'
import { savedValues } from './saved-values.ts'
import { coversScopes, defaultScopes, scopeFaults } from './scope-rules.ts'
import { startAttempt } from './start-attempt.ts'
import type { Started, Starting } from './starting.ts'

export interface Wish {
  /** Undefined: the usual ones of the connector. */
  scopes: readonly string[] | undefined
  /** Undefined: those of the current connection stay. */
  given: Readonly<Record<string, string>> | undefined
  isForced: boolean
}

/** Says that nothing is to be done, connects at once, or says where a person approves. */
export async function startConnection(
  deps: Deps,
  caller: Caller,
  { app, definition }: Pick<Starting, 'app' | 'definition'>,
  { scopes: asked, given, isForced }: Wish,
): Promise<Started> {
  const { integration_type, auth } = definition
  const current = await connectionStore(deps.db).find(app.id, integration_type)
  const scopes = [...new Set(asked ?? defaultScopes(definition))]
  const saved = savedValues(deps.secrets, current)
  const read = readValues(definition, given ?? keptOf(definition, saved), saved, (text) =>
    deps.connectorHttp(integration_type).checkTarget(text),
  )
  const faults = [...scopeFaults(definition, asked ?? []), ...('faults' in read ? read.faults : [])]
  if (faults.length > 0 || 'faults' in read) throw refuse('validation_error', { detail: faults })
  if (leadsSecretElsewhere(definition, read.values) && !isAdmin(app.workspace.role))
    throw refuse('admin_required')
  const client = auth.mode === 'oauth2' ? await requireClient(deps, app.workspace_id, integration_type) : null
  const isActive = current?.status === 'active' && !isForced
  if (isActive) {
    const other = await otherUserOf(deps, caller, app, current)
    if (other !== null) return differentUser(other)
    const isSame = isSameAs(current, saved, { values: read.values, scopes, client })
    if (isSame && current.connected_by === userOf(caller).id) return authorized(current.id)
  }
  const starting = { app, definition, scopes, values: read.values }
  if (client && auth.mode === 'oauth2') return startAttempt(deps, caller, { ...starting, auth, client })
  return authorized(await addDirectConnection(deps, caller, starting))
}

/**
 * The client secret of the workspace goes to the token address. Where a person names its host, an editor could have it
 * sent to a host of their own.
 */
function leadsSecretElsewhere({ auth, fields }: ConnectorDefinition, { config }: ReadValues): boolean {
  if (auth.mode !== 'oauth2') return false
  const places = new Set([auth.token_url, auth.refresh_url ?? ''].flatMap(placesOf))
  return fields.some(
    ({ name, kind, suffix }) =>
      kind === 'host' && suffix === undefined && places.has(name) && config[name] !== undefined,
  )
}

/** A connector may have lost fields since. */
function keptOf({ fields }: ConnectorDefinition, { config, secrets }: ReadValues): Record<string, string> {
  const kept: Record<string, string> = { ...config, ...secrets }
  return Object.fromEntries(
    fields.flatMap(({ name }) => (kept[name] === undefined ? [] : [[name, kept[name]]])),
  )
}

/** Somebody else of the workspace whose connection it is; null when it is the caller's own, or nobody's any more. */
async function otherUserOf({ db }: Deps, caller: Caller, app: App, { connected_by }: ConnectionRow) {
  if (connected_by === null || connected_by === userOf(caller).id) return null
  return connectionStore(db).emailOfMember(app.workspace_id, connected_by)
}

function isSameAs(
  { scopes, client_id }: ConnectionRow,
  saved: ReadValues,
  wanted: { values: ReadValues; scopes: readonly string[]; client: Client | null },
): boolean {
  const { values, client } = wanted
  const isOfClient = client === null || client.id === client_id
  const areSame = sameTexts(saved.config, values.config) && sameTexts(saved.secrets, values.secrets)
  return isOfClient && areSame && coversScopes(scopes, wanted.scopes)
}

function sameTexts(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

function authorized(connection_id: string): Started {
  return { redirect_url: null, connection_id, expires_at: null, already_authorized: true }
}

function differentUser(other_user_email: string): Started {
  return {
    ...{ redirect_url: null, connection_id: null, expires_at: null, already_authorized: false },
    error: 'different_user',
    error_message: `${other_user_email} has connected this service. Connect it again to replace their connection.`,
    other_user_email,
  }
}
