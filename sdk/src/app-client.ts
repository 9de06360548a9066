/** What an app's own front end calls, with the app said once. */
import { entityRoom, runRoom } from '@atrium/contract/realtime'
import { type AppAnalytics, appAnalytics } from './analytics/analytics.ts'
import { type AppAuth, appAuth } from './app-auth.ts'
import type { AppConnection } from './app-connection.ts'
import type { AreaClient } from './area-client.ts'
import { type Bound, boundTo } from './bound.ts'
import { type AppCodingSessions, appCodingSessions } from './coding.ts'
import { type AppConnectors, appConnectors } from './connectors.ts'
import {
  type Entities,
  type EntityClient,
  type EntityEvent,
  entitiesOf,
  entityClient,
  type Listen,
} from './entities.ts'
import type { AnyEntities, EntityTypes } from './entity-query.ts'
import { type AppFunctions, appFunctions } from './functions.ts'
import { type AppIntegrations, appIntegrations } from './integrations.ts'
import { createRealtime, type ListenOptions, type Realtime } from './realtime.ts'
import { type AppTestRuns, appTestRuns } from './test-runs.ts'

export interface AppClient<E extends EntityTypes = AnyEntities> {
  readonly app_id: string
  /** `client.entities.Task.list('-created_date', 20)` */
  readonly entities: Entities<E>
  /** An entity whose name is only known at run time. */
  entity<Name extends keyof E & string>(name: Name): EntityClient<E[Name]>
  /** Sign-up and sign-in of the app's own users. */
  readonly auth: AppAuth
  /** The app's users, for those who edit it. */
  readonly users: AppUsers
  /** `client.integrations.Core.UploadFile({ file })` */
  readonly integrations: AppIntegrations
  /** `client.functions.invoke('checkout', { cart })` */
  readonly functions: AppFunctions
  /** `client.connectors.call('slack', { path: '/conversations.list' })` */
  readonly connectors: AppConnectors
  /** `client.workflowRuns.subscribe(run_id, read)` */
  readonly workflowRuns: AppRuns
  /** `client.testRuns.run(flow_id)` */
  readonly testRuns: AppTestRuns
  /** `client.codingSessions.launch({ prompt, title })` */
  readonly codingSessions: AppCodingSessions
  readonly appLogs: AppLogs
  /** `client.analytics.track('checkout_completed', { total: 129.5 })` */
  readonly analytics: AppAnalytics
  /** Another credential for this client from now on; null for none. */
  setToken(token: string | null): void
}

export interface AppUsers extends Bound<AreaClient['app_users']> {
  inviteUser(email: string, role?: string): ReturnType<AreaClient['app_users']['invite']>
}

export interface AppRuns {
  /** Calls back whenever a workflow run gets on, until the answer is called; what is new is read with `runs.read`. */
  subscribe(run_id: string, callback: () => void, options?: ListenOptions): () => void
}

export interface AppLogs extends Bound<AreaClient['app_logs']> {
  /** Reports that somebody looks at this page of the app. */
  logUserInApp(page: string): ReturnType<AreaClient['app_logs']['visit']>
}

export function appClient(client: AreaClient, connection: AppConnection): AppClient {
  const { app_id, baseUrl, token } = connection
  const realtime = createRealtime({ baseUrl, app_id, token })
  const entity = (entity_name: string) =>
    entityClient(client.records, { app_id, entity_name }, listenTo(realtime, app_id))
  const setToken = (secret: string | null) => {
    connection.setToken(secret ?? undefined)
    realtime.renew()
  }
  return {
    app_id,
    entities: entitiesOf(entity),
    entity,
    auth: appAuth(client, { app_id, baseUrl, setToken, fetch: connection.fetch }),
    users: {
      ...boundTo(app_id, client.app_users),
      inviteUser: (user_email, role) =>
        client.app_users.invite({ app_id }, { user_email, ...(role !== undefined && { role }) }),
    },
    integrations: appIntegrations(client, app_id),
    functions: appFunctions(connection),
    connectors: appConnectors(client, app_id),
    workflowRuns: {
      subscribe: (run_id, callback, options) => realtime.listen(runRoom(run_id), () => callback(), options),
    },
    testRuns: appTestRuns(client, app_id),
    codingSessions: appCodingSessions(client, app_id),
    appLogs: {
      ...boundTo(app_id, client.app_logs),
      logUserInApp: (page) => client.app_logs.visit({ app_id, page }),
    },
    analytics: appAnalytics(client, connection),
    setToken,
  }
}

function listenTo(realtime: Realtime, app_id: string): Listen {
  return (entity_name, callback, options) =>
    realtime.listen(entityRoom(app_id, entity_name), (event) => callback(event as EntityEvent), options)
}
