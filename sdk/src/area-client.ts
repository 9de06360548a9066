/** What every client has: one method per operation. What one app's front end calls comes on top, in client.ts. */
import type { Operation } from '@atrium/contract'
import type { Answer, CallOptions, RequestParts } from './call.ts'
import type { ClientAreas } from './client-areas.ts'
import { type ClientOperation, takesParams } from './client-operation.ts'
import type { ClientOptions } from './client-options.ts'
import { ApiError } from './errors.ts'
import { type HttpAnswer, send } from './http.ts'
import type { KeptSession } from './kept-session.ts'
import { operations } from './operations.ts'
import { buildRequest } from './request.ts'

/** Calls any operation with its parts by name; answers with status and headers next to the body. */
export type Request = <const O extends Operation>(
  operation: ClientOperation<O>,
  parts?: RequestParts<O>,
) => Promise<HttpAnswer<Answer<O>>>

/** One method per operation, and `request`. */
export type AreaClient = ClientAreas & { readonly request: Request }

/** `current` may get another token later; a stored session is removed when it has ended. */
export function createAreaClient(current: ClientOptions, kept: KeptSession | null = null): AreaClient {
  const { fetch = (input, init) => globalThis.fetch(input, init), retries = 2 } = current
  const request = async (operation: ClientOperation, parts: RequestParts = {}) => {
    const { token } = current
    return send(await buildRequest(operation, parts, current), { fetch, retries }).catch((error) => {
      if (kept && token !== undefined && isEnded(error)) {
        kept.remove(token)
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
  const call = async (...args: unknown[]) => {
    // In the order that CallArguments promises the compiler.
    const params = takesParams(operation) ? (args.shift() as RequestParts['params']) : {}
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
