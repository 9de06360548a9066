/** From an operation and its parts to the request that goes over the wire. */

import type { RequestParts } from './call.ts'
import type { ClientOperation } from './client-operation.ts'
import type { ClientOptions } from './client-options.ts'
import type { HttpRequest } from './http.ts'
import { formWith } from './upload.ts'

const METHODS_SAFE_TO_REPEAT = ['GET', 'PUT', 'DELETE']
const IDEMPOTENCY_KEY = 'idempotency-key'
const IF_MATCH = 'if-match'

export async function buildRequest(
  operation: ClientOperation,
  parts: RequestParts,
  client: ClientOptions,
): Promise<HttpRequest> {
  const { query, signal, timeoutMs } = parts
  const search = operation.takes_workspace
    ? { ...query, workspaceId: query?.workspaceId ?? client.workspace_id }
    : { ...query }
  const headers = headersOf(operation, parts, client)
  return {
    method: operation.method,
    url: addressOf(operation, parts, client) + encodeQuery(search),
    headers,
    body: await bodyOf(operation, parts),
    credentials: cookiesOf(client),
    // A repeat of one whose answer was lost would be refused for the change that it made itself.
    is_repeatable: isRepeatable(operation) && !headers.has(IF_MATCH),
    is_streamed: operation.answer_type !== undefined,
    signal,
    timeoutMs,
  }
}

/** The operation's own address, without a query. */
export function addressOf(
  operation: ClientOperation,
  { params }: Pick<RequestParts, 'params'>,
  { baseUrl }: Pick<ClientOptions, 'baseUrl'>,
): string {
  return baseUrl.replace(/\/+$/, '') + fillPath(operation, params)
}

/** A browser's cookie goes along only where there is no other credential. */
export function cookiesOf({ token, api_key }: ClientOptions): HttpRequest['credentials'] {
  return token === undefined && api_key === undefined ? 'same-origin' : 'omit'
}

async function bodyOf(
  { name, input }: ClientOperation,
  { body, file, file_name }: RequestParts,
): Promise<string | FormData | null> {
  if (input !== 'file') return body === undefined ? null : JSON.stringify(body)
  if (file === undefined) throw new TypeError(`${name} needs file`)
  return formWith(file, file_name)
}

/** Fills `{folder_id}`; refuses what would silently become another path. */
function fillPath({ name, path, rest_param }: ClientOperation, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, param: string) => {
    const value = String(params[param] ?? '')
    if (value === '') throw new TypeError(`${name} needs ${param}`)
    const parts = param === rest_param ? value.split('/') : [value]
    const dots = parts.find((part) => part === '.' || part === '..')
    if (dots !== undefined) throw new TypeError(`${name}: ${param} cannot be "${value}"`)
    return parts.map(encodeURIComponent).join('/')
  })
}

/** Arrays repeat their name, objects go as JSON, what is undefined or null is left out. */
function encodeQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export function headersOf(operation: ClientOperation, parts: RequestParts, client: ClientOptions): Headers {
  const { token, api_key } = client
  const headers = new Headers({ accept: operation.answer_type ?? 'application/json' })
  if (parts.body !== undefined) headers.set('content-type', 'application/json')
  // Signing in needs no credential, and an old one must not stand in its way.
  if (operation.takes_credential && token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (operation.takes_credential && api_key !== undefined) headers.set('api_key', api_key)
  if (parts.if_match !== undefined) headers.set(IF_MATCH, ifMatch(operation, parts.if_match))
  if (operation.takes_idempotency_key) headers.set(IDEMPOTENCY_KEY, parts.idempotency_key ?? randomKey())
  else if (parts.idempotency_key !== undefined)
    throw new TypeError(`${operation.name} takes no idempotency key`)
  for (const [name, value] of Object.entries({ ...client.headers, ...parts.headers }))
    headers.set(name, value)
  return headers
}

/** What a read-only credential may call changes nothing, whatever its method. */
function isRepeatable(operation: ClientOperation): boolean {
  return (
    METHODS_SAFE_TO_REPEAT.includes(operation.method) ||
    operation.is_read_only === true ||
    operation.takes_idempotency_key === true
  )
}

/** In quotes, as HTTP wants it; an ETag has them already. */
function ifMatch(operation: ClientOperation, version: string): string {
  if (!operation.takes_if_match) throw new TypeError(`${operation.name} takes no if_match`)
  return version === '*' || version.startsWith('"') ? version : `"${version}"`
}

/** Not `crypto.randomUUID`: browsers offer that only over https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
