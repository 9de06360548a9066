import { type AnswerOf, type Operation, type Operations, operations } from '@atrium/contract'
import type { Call, CallOptions, RequestParts } from './call.ts'
import { type HttpAnswer, send } from './http.ts'
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
  fetch?: typeof globalThis.fetch | undefined
  /** How often a call that may be repeated is tried again; 2 when left out. */
  retries?: number | undefined
}

/** One method per operation, `client.folders.update({ folder_id }, { name })`, and `request` for the headers too. */
export type Client = {
  readonly [Area in keyof Operations]: {
    readonly [Verb in keyof Operations[Area]]: Operations[Area][Verb] extends infer O extends Operation
      ? Call<O>
      : never
  }
} & { readonly request: Request }

/** Calls any operation with its parts by name; answers with status and headers beside the body. */
export type Request = <const O extends Operation>(
  operation: O,
  parts?: RequestParts<O>,
) => Promise<HttpAnswer<AnswerOf<O>>>

/** A client of one server, for browsers and Node. */
export function createClient(options: ClientOptions): Client {
  const { fetch = (input, init) => globalThis.fetch(input, init), retries = 2 } = options
  const request = async (operation: Operation, parts: RequestParts = {}) =>
    send(buildRequest(operation, parts, options), { fetch, retries })

  const areas = Object.entries(operations).map(([area, verbs]) => [
    area,
    Object.fromEntries(Object.entries(verbs).map(([verb, operation]) => [verb, callOf(operation, request)])),
  ])
  // The loop gives every operation its method; only the mapped type can say which arguments each takes.
  return { ...Object.fromEntries(areas), request } as Client
}

function callOf(operation: Operation, request: (o: Operation, parts: RequestParts) => Promise<HttpAnswer>) {
  const call = async (...args: unknown[]) => {
    // In the order that CallArguments promises the compiler.
    const params = operation.params ? (args.shift() as RequestParts['params']) : {}
    const input = operation.body || operation.query ? (args.shift() ?? {}) : {}
    const options = (args.shift() ?? {}) as CallOptions
    const parts = operation.body ? { body: input } : { query: { ...input, ...options.query } }
    return (await request(operation, { ...options, params, ...parts })).body
  }
  return Object.assign(call, { operation })
}
