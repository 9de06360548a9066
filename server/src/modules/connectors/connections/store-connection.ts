import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Tokens } from '../../../ports/connector-auth/port.ts'
import type { ReadValues } from '../definitions/read-values.ts'
import type { Deps } from '../deps.ts'
import { refreshTimeOf, tokenEndOf } from '../tokens/refresh-rules.ts'
import { type Credentials, sealCredentials } from '../tokens/sealed-credentials.ts'
import { connectionStore } from './connection-store.ts'
import type { Account } from './try-credentials.ts'

/** All that a new connection is made of. */
export interface NewConnection {
  appId: string
  definition: ConnectorDefinition
  userId: string
  scopes: readonly string[]
  values: ReadValues
  /** Null for API keys. */
  tokens: Tokens | null
  captured: Readonly<Record<string, string>>
  clientId: string | null
  account: Account
}

/** Puts the connection in place of the one before, in the caller's transaction and under its lock; returns its id. */
export async function storeConnection(
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  tx: Db,
  made: NewConnection,
): Promise<string> {
  const { appId, definition, tokens, values, account } = made
  const { integration_type } = definition
  const store = connectionStore(tx)
  const before = await store.find(appId, integration_type)
  const now = clock.now()
  const id = before?.id ?? makeId('con', now)
  const expiresIn = tokens?.expiresIn ?? null
  const fields = {
    status: 'active' as const,
    scopes: [...(tokens?.scopes ?? made.scopes)],
    connection_config: values.config,
    captured: { ...made.captured, ...tokens?.captured },
    credentials: sealCredentials(secrets, id, credentialsOf(made)),
    client_id: made.clientId,
    token_expires_at: tokenEndOf(expiresIn, now),
    refresh_at: isRefreshable(made) ? refreshTimeOf(expiresIn, now, Math.random()) : null,
    refresh_claim: null,
    refresh_claimed_until: null,
    refresh_failures: 0,
    refresh_failing_since: null,
    last_error: null,
    account_name: account.name,
    user_email: account.email,
    connected_by: made.userId,
    connected_at: now,
    updated_date: now,
  }
  if (before) await store.update(id, fields)
  else await store.insert({ id, app_id: appId, integration_type, created_date: now, ...fields })
  return id
}

export function credentialsOf({ tokens, values }: Pick<NewConnection, 'tokens' | 'values'>): Credentials {
  return {
    access_token: tokens?.accessToken ?? null,
    refresh_token: tokens?.refreshToken ?? null,
    values: values.secrets,
  }
}

function isRefreshable({ definition: { auth }, tokens }: NewConnection): boolean {
  if (auth.mode === 'client_credentials') return true
  return auth.mode === 'oauth2' && auth.refresh !== 'none' && tokens?.refreshToken != null
}
