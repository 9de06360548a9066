/** How a list goes on, by what its connector says of it. Pure. */
import type { Paging } from '@atrium/contract/connector-definition'
import { valueAt } from '../../../platform/json-pointer.ts'
import type { ServiceRequest } from './send-call.ts'
import { addressOf, type Base, pathBelow } from './service-address.ts'

export interface PageAnswer {
  headers: Readonly<Record<string, string>>
  /** The parsed body. */
  body: unknown
}

/** The request for the page after; `end`: there is none; `elsewhere`: it lies where calls must not go. */
export type NextPage = ServiceRequest | 'end' | 'elsewhere'

/** The request as it asks for the first page. */
export function firstPage(paging: Paging, request: ServiceRequest): ServiceRequest {
  if (paging.kind !== 'offset') return request
  const { param, first, size_param, size } = paging
  return { ...request, query: { [param]: String(first), [size_param]: String(size), ...request.query } }
}

/** The items of a page; null when the answer has no list where it should be. */
export function itemsOf({ items_at }: Paging, body: unknown): readonly unknown[] | null {
  const items = valueAt(body, items_at)
  return Array.isArray(items) ? items : null
}

export function nextPage(paging: Paging, base: Base, request: ServiceRequest, answer: PageAnswer): NextPage {
  switch (paging.kind) {
    case 'link':
      return follow(base, request, nextLink(answer.headers.link ?? ''))
    case 'next_url':
      return follow(base, request, textOf(valueAt(answer.body, paging.next_at)))
    case 'cursor': {
      const cursor = textOf(valueAt(answer.body, paging.next_at))
      return cursor === null ? 'end' : withParam(request, paging.param, cursor)
    }
    case 'offset': {
      const { param, counts, size_param, size } = paging
      const count = itemsOf(paging, answer.body)?.length ?? 0
      const asked = Number(request.query[size_param] ?? size)
      if (count === 0 || count < asked) return 'end'
      const at = Number(request.query[param] ?? paging.first)
      return withQuery(request, param, String(at + (counts === 'items' ? count : 1)))
    }
  }
}

function follow(base: Base, request: ServiceRequest, address: string | null): NextPage {
  if (address === null) return 'end'
  const path = pathBelow(base, address, addressOf(base, request.path, {}))
  return path === null ? 'elsewhere' : { ...request, path, query: {} }
}

/** The target of `rel="next"` (RFC 8288); each part is looked at once. */
function nextLink(header: string): string | null {
  for (const [, target = '', params = ''] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]+))/i.exec(params)
    if ((rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) return target
  }
  return null
}

function withParam(request: ServiceRequest, param: string, value: string): ServiceRequest {
  const { method, body } = request
  const isInBody = method === 'POST' && typeof body === 'object' && body !== null && !Array.isArray(body)
  return isInBody ? { ...request, body: { ...body, [param]: value } } : withQuery(request, param, value)
}

function withQuery(request: ServiceRequest, param: string, value: string): ServiceRequest {
  return { ...request, query: { ...request.query, [param]: value } }
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}
