/** An app that is connected to the sandbox, as if somebody had approved. */

import type { TestApp } from '../../../../test/app.ts'
import { testConfig } from '../../../../test/config.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { grantTokens, sandboxTokens } from '../../../ports/connector-auth/sandbox-tokens.ts'
import { importConnections } from '../index.ts'

export async function connectSandbox(
  { atrium, clock, databaseUrl }: Pick<TestApp, 'atrium' | 'clock' | 'databaseUrl'>,
  app_id: string,
  scopes: string[] = ['items.read', 'items.write'],
): Promise<void> {
  const secrets = createSecrets(testConfig({ database_url: databaseUrl }).secret_key)
  const now = clock.now()
  const connection = {
    ...{ app_id, integration_type: 'sandbox-oauth', status: 'active' as const, scopes },
    ...{ connection_config: { account: 'acme' }, client_id: 'atrium', last_error: null },
    ...{ account_name: 'acme', user_email: null, connected_by: null, connected_at: now, calls: [] },
    tokens: grantTokens(sandboxTokens({ clock, secrets }), { account: 'acme', scopes, count: 0 }),
  }
  await importConnections({ db: atrium.db, secrets }, [connection], now)
}
