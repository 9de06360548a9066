import { createHash } from 'node:crypto'
import type { Paging } from '@atrium/contract/connector-definition'
import { refuse } from '../../../platform/errors.ts'
import { firstPage, itemsOf, nextPage } from './paging.ts'
import type { ReadAnswer } from './read-answer.ts'
import type { ReadPage } from './read-page.ts'
import { CALL_MS, type ServiceRequest } from './send-call.ts'
import type { Base } from './service-address.ts'

const MOST_PAGES = 100
const MOST_BYTES = 8 * 1024 * 1024

export interface Collected extends ReadAnswer {
  has_more: boolean
}

/**
 * The items of a list, page after page, up to what was asked for. A first answer that is no list is handed on as it is;
 * a later one means that the list is not whole, which must not look like success.
 */
export async function readItems(
  paging: Paging,
  base: Base,
  request: ServiceRequest,
  maxItems: number,
  read: (page: ServiceRequest) => Promise<ReadPage>,
): Promise<Collected> {
  const startedAt = performance.now()
  const items: unknown[] = []
  const seen = new Set<string>()
  let first: ReadAnswer | null = null
  let bytes = 0
  let page = firstPage(paging, request)
  for (let count = 1; ; count++) {
    seen.add(keyOf(page))
    const { answer, bytes: size, link, parsed } = await read(page)
    const found = isGood(answer) ? itemsOf(paging, answer.body) : null
    if (!found) {
      if (!first) return { ...answer, has_more: false }
      throw refuse('connector_call_failed', {
        message: `The list broke off: the service answered ${answer.status} for page ${count}, without items.`,
      })
    }
    first ??= answer
    bytes += size
    const room = maxItems - items.length
    items.push(...found.slice(0, room))
    const whole = { ...first, body: items, encoding: 'json' as const }
    if (found.length > room) return { ...whole, has_more: true }
    const next = nextPage(paging, base, page, { headers: { link }, body: parsed })
    if (next === 'elsewhere') return { ...whole, has_more: true }
    // Some services name the last page again and again.
    if (next === 'end' || seen.has(keyOf(next))) return { ...whole, has_more: false }
    const isOver = count === MOST_PAGES || bytes > MOST_BYTES || performance.now() - startedAt > CALL_MS
    if (isOver || items.length === maxItems) return { ...whole, has_more: true }
    page = next
  }
}

function isGood({ status, encoding }: ReadAnswer): boolean {
  return status >= 200 && status < 300 && encoding === 'json'
}

/** Short, whatever the body is. */
function keyOf({ path, query, body }: ServiceRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([path, query, body]))
    .digest('base64')
}
