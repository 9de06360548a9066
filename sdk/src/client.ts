import { type AppClient, appClient } from './app-client.ts'
import { type AreaClient, createAreaClient } from './area-client.ts'
import type { ClientOptions } from './client-options.ts'
import { eitherCall } from './connectors.ts'
import type { AnyEntities, EntityTypes } from './entity-query.ts'
import { eitherInvoke } from './functions.ts'
import { type KeptSession, keepSession } from './kept-session.ts'
import { nodeFault } from './needs-node.ts'

export type { Request } from './area-client.ts'
export type { ClientOptions } from './client-options.ts'

/** One method per operation, `client.folders.update({ folder_id }, { name })`, and `request` for the headers too. */
export type Client = AreaClient & {
  /** What one app's own front end calls; with a credential of its own from the first `setToken` on. */
  app<E extends EntityTypes = AnyEntities>(app_id: string): AppClient<E>
}

/** A client of one server, for browsers and Node; with an `app_id` also of that app. */
export function createClient<E extends EntityTypes = AnyEntities>(
  options: ClientOptions & { app_id: string },
): Client & AppClient<E>
export function createClient(options: ClientOptions): Client
export function createClient(options: ClientOptions): Client {
  const fault = nodeFault()
  if (fault !== null) throw new Error(fault)
  const current = { ...options }
  const { fetch = (input, init) => globalThis.fetch(input, init), app_id, session } = options
  const kept = session && app_id !== undefined ? keepSession(session, { ...options, app_id }) : null
  current.token ??= kept?.read()
  const client: Client = {
    ...createAreaClient(current, kept),
    app: (id: string) => createClient({ ...current, app_id: id }),
  }
  return app_id === undefined ? client : withApp(client, app_id, current, { fetch, kept })
}

/** One object with both; an area that both have holds the methods of both. */
function withApp(
  client: Client,
  app_id: string,
  current: ClientOptions,
  { fetch, kept }: { fetch: typeof globalThis.fetch; kept: KeptSession | null },
): Client & AppClient {
  const app = appClient(client, {
    app_id,
    fetch,
    options: current,
    baseUrl: current.baseUrl,
    token: () => current.token,
    setToken: (token) => {
      current.token = token
      kept?.write(token)
    },
  })
  return {
    ...client,
    ...app,
    users: { ...client.users, ...app.users },
    integrations: { ...client.integrations, ...app.integrations },
    connectors: {
      ...client.connectors,
      ...app.connectors,
      call: eitherCall(client.connectors.call, app.connectors.call),
    },
    functions: {
      ...client.functions,
      ...app.functions,
      invoke: eitherInvoke(client.functions.invoke, app.functions.invoke),
    },
  }
}
