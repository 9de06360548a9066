import { errors } from '@atrium/contract'
import type { Identity, Visitor } from '../../../platform/http/visitor.ts'
import type { ApiRequest, ApiResponse, FunctionCall } from '../../../ports/function-runtime/port.ts'
import type { Deps } from '../deps.ts'
import { ownPath } from './own-paths.ts'

/** Who called the function. */
export interface FunctionCaller {
  visitor: Visitor
  /** As the rules of the app see them; null when nobody is signed in. */
  user: { id: string; email: string; role: string } | null
  /** What they presented; null when it was nothing. It stays in this process. */
  secret: string | null
  /** The app itself, where an automation calls. */
  identity: Identity | null
}

/** What a function may say itself; all others would speak for somebody else. */
const SENT =
  /^(content-type|accept|accept-language|if-match|if-none-match|idempotency-key|range|user-agent|x-(?!atrium-|bypass-rls$|request-id$|forwarded-|real-ip$)[\w-]+)$/
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The way of a running function to the API of its own app. */
export function createOwnApi(
  { ownCalls, access }: Pick<Deps, 'ownCalls' | 'access'>,
  { app_id, name }: { app_id: string; name: string },
  { visitor, secret, identity }: FunctionCaller,
  depth: number,
): FunctionCall['callApi'] {
  return async ({ as, method, path, headers, body }: ApiRequest): Promise<ApiResponse> => {
    const isService = as === 'service' || identity !== null
    const found = METHODS.has(method) ? ownPath(app_id, isService ? 'service' : 'caller', path) : null
    if (!found) return refusal(visitor)
    const service = isService ? await access.service(visitor, app_id, name) : null
    const own = Object.entries(headers).flatMap(([header, value]) =>
      SENT.test(header.toLowerCase()) ? [[header.toLowerCase(), value]] : [],
    )
    return ownCalls.send(
      { depth, caller: service },
      {
        method,
        url: found.url,
        headers: {
          ...Object.fromEntries(own),
          host: 'own',
          'x-request-id': visitor.request_id,
          ...(service === null && secret !== null && { authorization: `Bearer ${secret}` }),
        },
        body,
        address: visitor.address,
      },
    )
  }
}

function refusal({ request_id }: Visitor): ApiResponse {
  const { status, message } = errors.function_path_not_allowed
  const body = { code: 'function_path_not_allowed', message, detail: message, request_id }
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(body)),
  }
}
