import type { Paging } from '@atrium/contract/connector-definition'
import { expect, test } from 'vitest'
import { firstPage, itemsOf, nextPage } from './paging.ts'
import type { ServiceRequest } from './send-call.ts'

const BASE = { origin: 'https://api.example.com', path: '/v1' }
const LINK: Paging = { kind: 'link', items_at: '' }
const NEXT_URL: Paging = { kind: 'next_url', items_at: '/items', next_at: '/next' }
const CURSOR: Paging = { kind: 'cursor', items_at: '/items', next_at: '/meta/next', param: 'after' }
const OFFSET = {
  kind: 'offset' as const,
  items_at: '/items',
  param: 'skip',
  counts: 'items' as const,
  first: 0,
  size_param: 'top',
  size: 2,
}

test.each([
  ['<https://api.example.com/v1/orders?page=2&s=a%2Bb>; rel="next"', '/orders?page=2&s=a%2Bb'],
  ['</v1/orders?page=1>; rel="prev", </v1/orders?page=3>; rel="last next"', '/orders?page=3'],
  ['<?page=2>; title="a, b"; rel=next', '/orders?page=2'],
  ['<https://api.example.com/v1/orders?page=2>; rel="prev"', 'end'],
  ['<https://evil.example/v1/orders?page=2>; rel="next"', 'elsewhere'],
  ['<https://api.example.com/v2/orders>; rel="next"', 'elsewhere'],
  ['<https://api.example.com/v1/../v2/orders>; rel="next"', 'elsewhere'],
  ['<https://api.example.com/v1/..%2fv2>; rel="next"', 'elsewhere'],
  ['<https://ada:pw@api.example.com/v1/orders>; rel="next"', 'elsewhere'],
  ['<http://api.example.com/v1/orders>; rel="next"', 'elsewhere'],
  ['', 'end'],
  ['<<<<<>>>>', 'end'],
])('the link %j leads to %j', (link, to) => {
  expect(placeOf(nextPage(LINK, BASE, request({ query: { x: '1' } }), { headers: { link }, body: [] }))).toBe(
    to,
  )
})

test.each([
  ['https://api.example.com/v1/orders?cursor=x', '/orders?cursor=x'],
  ['https://api.example.com.evil.example/v1/orders', 'elsewhere'],
  ['javascript:alert(1)', 'elsewhere'],
  [null, 'end'],
  ['', 'end'],
  [{ href: 'x' }, 'end'],
])('the address %j leads to %j', (next, to) => {
  expect(placeOf(nextPage(NEXT_URL, BASE, request({}), { headers: {}, body: { next } }))).toBe(to)
})

test('a cursor goes into the query, or into the body of a POST', () => {
  const answer = { headers: {}, body: { meta: { next: 7 } } }
  expect(nextPage(CURSOR, BASE, request({ query: { after: '1', x: 'y' } }), answer)).toMatchObject({
    query: { after: '7', x: 'y' },
  })
  const post = request({ method: 'POST', body: { filter: 1 } })
  expect(nextPage(CURSOR, BASE, post, answer)).toMatchObject({ query: {}, body: { filter: 1, after: '7' } })
  expect(nextPage(CURSOR, BASE, request({}), { headers: {}, body: { meta: { next: null } } })).toBe('end')
  expect(nextPage(CURSOR, BASE, request({}), { headers: {}, body: 'text' })).toBe('end')
})

test('items or pages are counted until a page is not full', () => {
  const first = firstPage(OFFSET, request({ query: { x: 'y' } }))
  expect(first.query).toEqual({ skip: '0', top: '2', x: 'y' })
  const full = { headers: {}, body: { items: [1, 2] } }
  expect(nextPage(OFFSET, BASE, first, full)).toMatchObject({ query: { skip: '2', top: '2', x: 'y' } })
  const paged = { ...OFFSET, counts: 'pages' as const, first: 1 }
  expect(nextPage(paged, BASE, firstPage(paged, request({})), full)).toMatchObject({ query: { skip: '2' } })
  expect(nextPage(OFFSET, BASE, first, { headers: {}, body: { items: [1] } })).toBe('end')
  expect(nextPage(OFFSET, BASE, first, { headers: {}, body: {} })).toBe('end')
  const sized = firstPage(OFFSET, request({ query: { top: '3' } }))
  expect(nextPage(OFFSET, BASE, sized, full)).toBe('end')
})

test('items are a list where the connector says', () => {
  expect(itemsOf(LINK, [1])).toEqual([1])
  expect(itemsOf(CURSOR, { items: [2] })).toEqual([2])
  expect(itemsOf(CURSOR, { items: {} })).toBeNull()
})

function placeOf(next: ReturnType<typeof nextPage>): string {
  if (typeof next === 'string') return next
  expect(next.query).toEqual({})
  return next.path
}

function request(changes: Partial<ServiceRequest>): ServiceRequest {
  return { method: 'GET', path: '/orders', query: {}, headers: {}, body: undefined, ...changes }
}
