import { connections } from '../../src/modules/connectors/tables.ts'
import { sealCredentials } from '../../src/modules/connectors/tokens/sealed-credentials.ts'
import { makeId } from '../../src/platform/ids.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { testConfig } from '../config.ts'
import type { SpecialJob } from './job-cases.ts'
import type { World } from './world.ts'

/** An app that is connected to the sandbox, with a refresh token that the sandbox does not know. */
async function connectedApp({ app, owner }: World) {
  await app.sql`delete from connections` // the job looks at those of all apps
  const { id: app_id } = await app.make.app(owner)
  const id = makeId('con')
  const secrets = createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
  const credentials = { access_token: 'unknown', refresh_token: 'unknown', values: {} }
  const now = new Date()
  await connections.insertNew(app.atrium.db, [
    {
      ...{ id, app_id, integration_type: 'sandbox-oauth', status: 'active', scopes: [], captured: {} },
      ...{ connection_config: {}, credentials: sealCredentials(secrets, id, credentials) },
      ...{ client_id: 'atrium', refresh_at: new Date(now.getTime() - 1_000), refresh_failures: 0 },
      ...{ connected_by: owner.id, created_date: now, updated_date: now },
    },
  ])
  return { app_id }
}

export const connectorJobCases: Record<string, ((world: World) => Promise<object>) | SpecialJob> = {
  'connectors.refresh_due_tokens': {
    why: 'a connection is claimed before the service is asked, and the outcome stored after',
    prepare: async (world) => {
      await connectedApp(world)
      return {}
    },
    steps: [
      'connections update',
      'audit_log insert, connections update, mails insert, pgboss.job tenancy.deliver_mail insert',
    ],
  },
  'on.app.deleted.connectors.forget_app': async (world) => {
    const { app_id } = await connectedApp(world)
    await world.app.sql`
      insert into connector_calls (id, app_id, integration_type, method, path, attempts, duration_ms, called_by,
                                   request_id, started_at)
      values (${makeId('cal')}, ${app_id}, 'sandbox-oauth', 'GET', '/me', 1, 1, 'app', 'req_1', now())`
    return { app_id, workspace_id: world.owner.workspace_id }
  },
}
