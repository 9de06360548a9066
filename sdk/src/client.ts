import type { Operation } from '@atrium/contract'
import { type AppClient, appClient } from './app-client.ts'
import type { Answer, CallOptions, RequestParts } from './call.ts'
import type { ClientAreas } from './client-areas.ts'
import { type ClientOperation, paramsOf } from './client-operation.ts'
import { eitherCall } from './connectors.ts'
import type { AnyEntities, EntityTypes } from './entity-query.ts'
import { ApiError } from './errors.ts'
import { eitherInvoke } from './functions.ts'
import { type HttpAnswer, send } from './http.ts'
import { type KeptSession, keepSession, type SessionStorage } from './kept-session.ts'
import { operations } from './operations.ts'
import { buildRequest } from './request.ts'

export interface ClientOptions {
  /** Where the server is, as in `https://atrium.example.com`; empty in a browser for the page's own origin. */
  baseUrl: string
  /** A personal access token, a workspace key or a session's token. Without one a browser sends its cookie. */
  token?: string | undefined
  /** A key sent in the older `api_key` header. */
  api_key?: string | undefined
  /** The workspace to act on, for every operation that takes `workspaceId` and is not given one. */
  workspace_id?: string | undefined
  /** The app whose entities, users and integrations the client reaches: `client.entities.Task`. */
  app_id?: string | undefined
  /**
   * With an `app_id`: keeps the session of the person who signs in across reloads, in `localStorage` or what is given.
   * Every script of the page can read it there, so leave it out where you do not trust all of them.
   */
  session?: 'local' | SessionStorage | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** How often a call that may be repeated is tried again; 2 when left out. */
  retries?: number | undefined
}

/** One method per operation, `client.folders.update({ folder_id }, { name })`, and `request` for the headers too. */
export type Client = ClientAreas & {
  readonly request: Request
  /** What one app's own front end calls; with a credential of its own from the first `setToken` on. */
  app<E extends EntityTypes = AnyEntities>(app_id: string): AppClient<E>
}

/** Calls any operation with its parts by name; answers with status and headers next to the body. */
export type Request = <const O extends Operation>(
  operation: ClientOperation<O>,
  parts?: RequestParts<O>,
) => Promise<HttpAnswer<Answer<O>>>

/** A client of one server, for browsers and Node; with an `app_id` also of that app. */
export function createClient<E extends EntityTypes = AnyEntities>(
  options: ClientOptions & { app_id: string },
): Client & AppClient<E>
export function createClient(options: ClientOptions): Client
export function createClient(options: ClientOptions): Client {
  const current = { ...options }
  const { fetch = (input, init) => globalThis.fetch(input, init), retries = 2, app_id, session } = options
  const kept = session && app_id !== undefined ? keepSession(session, { ...options, app_id }) : null
  current.token ??= kept?.read()
  const request = async (operation: ClientOperation, parts: RequestParts = {}) => {
    const { token } = current
    return send(await buildRequest(operation, parts, current), { fetch, retries }).catch((error) => {
      if (kept && token !== undefined && isEnded(error)) {
        kept.forget(token)
        // From now on as nobody, who may see more of a public app than those whose session has ended.
        if (current.token === token) current.token = undefined
      }
      throw error
    })
  }

  const areas = Object.entries(operations).map(([area, verbs]) => [
    area,
    Object.fromEntries(Object.entries(verbs).map(([verb, operation]) => [verb, callOf(operation, request)])),
  ])
  // The loop gives every operation its method; only the mapped type can say which arguments each takes.
  const client = {
    ...Object.fromEntries(areas),
    request,
    app: (id: string) => createClient({ ...current, app_id: id }),
  } as Client
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

function isEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code === 'invalid_credentials'
}

function callOf(
  operation: ClientOperation,
  request: (o: ClientOperation, parts: RequestParts) => Promise<HttpAnswer>,
) {
  const takesParams = paramsOf(operation).length > 0
  const call = async (...args: unknown[]) => {
    // In the order that CallArguments promises the compiler.
    const params = takesParams ? (args.shift() as RequestParts['params']) : {}
    const input = operation.input ? (args.shift() ?? {}) : {}
    const options = (args.shift() ?? {}) as CallOptions
    return (await request(operation, { ...options, params, ...partsOf(operation, input, options) })).body
  }
  return Object.assign(call, { operation })
}

function partsOf({ input: sentAs }: ClientOperation, input: object, { query }: CallOptions): RequestParts {
  if (sentAs === 'body') return { body: input }
  if (sentAs !== 'file') return { query: { ...input, ...query } }
  const { file, file_name, ...rest } = input as Pick<RequestParts, 'file' | 'file_name'>
  return { file, file_name, query: { ...rest, ...query } }
}
