/** What every client has: one method per operation. What one app's front end calls comes on top, in client.ts. */
import type { Operation } from '@atrium/contract'
import type { Answer, CallOptions, RequestParts } from './call.ts'
import type { ClientAreas } from './client-areas.ts'
import { type ClientOperation, paramsOf } from './client-operation.ts'
import { ApiError } from './errors.ts'
import { type HttpAnswer, send } from './http.ts'
import type { KeptSession, SessionStorage } from './kept-session.ts'
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

/** Calls any operation with its parts by name; answers with status and headers next to the body. */
export type Request = <const O extends Operation>(
  operation: ClientOperation<O>,
  parts?: RequestParts<O>,
) => Promise<HttpAnswer<Answer<O>>>

/** One method per operation, and `request`. */
export type AreaClient = ClientAreas & { readonly request: Request }

/** `current` may get another token later; a session that is kept is forgotten when it has ended. */
export function createAreaClient(current: ClientOptions, kept: KeptSession | null = null): AreaClient {
  const { fetch = (input, init) => globalThis.fetch(input, init), retries = 2 } = current
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
  return { ...Object.fromEntries(areas), request } as AreaClient
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
