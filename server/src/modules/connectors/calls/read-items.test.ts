import type { Paging } from '@atrium/contract/connector-definition'
import { afterEach, expect, test, vi } from 'vitest'
import { readItems } from './read-items.ts'
import type { ReadPage } from './read-page.ts'
import type { ServiceRequest } from './send-call.ts'

const BASE = { origin: 'https://api.example.com', path: '' }
const CURSOR: Paging = { kind: 'cursor', items_at: '/items', next_at: '/next', param: 'cursor' }
const NEXT_URL: Paging = { kind: 'next_url', items_at: '/items', next_at: '/next' }

afterEach(() => {
  vi.useRealTimers()
})

test('items of all pages come as one list', async () => {
  const { collect, asked } = pages([page([1, 2], 'b'), page([3], 'c'), page([], null)])
  expect(await collect(10)).toMatchObject({ status: 200, body: [1, 2, 3], encoding: 'json', has_more: false })
  expect(asked).toEqual([undefined, 'b', 'c'])
})

test.each([
  [2, [1, 2], true, 1],
  [3, [1, 2, 3], true, 2],
  [4, [1, 2, 3, 4], false, 2],
])('at most %i items are asked for', async (most, body, has_more, requests) => {
  const { collect, asked } = pages([page([1, 2], 'b'), page([3, 4], null)])
  expect(await collect(most)).toMatchObject({ body, has_more })
  expect(asked).toHaveLength(requests)
})

test('a cursor that comes again ends the list', async () => {
  const { collect, asked } = pages([page([1], 'b'), page([2], 'b')])
  expect(await collect(10)).toMatchObject({ body: [1, 2], has_more: false })
  expect(asked).toHaveLength(2)
})

test('cursors that come round again end the list, however many there are', async () => {
  const { collect, asked } = pages([page([1], 'b'), page([2], 'c'), page([3], 'b')])
  expect(await collect(10)).toMatchObject({ body: [1, 2, 3], has_more: false })
  expect(asked).toHaveLength(3)
})

test('a list that is asked for by POST goes on by the cursor in the body, with all else that stands there', async () => {
  const bodies: unknown[] = []
  const answers = [page([1], 'b'), page([2], 'c'), page([3], null)]
  const request: ServiceRequest = { method: 'POST', path: '/x', query: {}, headers: {}, body: { filter: 1 } }
  const collected = await readItems(CURSOR, BASE, request, 10, async ({ body }) => {
    bodies.push(body)
    return answers[bodies.length - 1] ?? expect.unreachable()
  })
  expect(collected).toMatchObject({ body: [1, 2, 3], has_more: false })
  expect(bodies).toEqual([{ filter: 1 }, { filter: 1, cursor: 'b' }, { filter: 1, cursor: 'c' }])
})

test('a list is left when its pages take longer than a call may, all together', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const all = [page([1], 'b'), page([2], 'c'), page([3], 'd'), page([4], null)]
  const { collect, asked } = pages(all, CURSOR, () => vi.advanceTimersByTime(10_001))
  expect(await collect(10)).toMatchObject({ body: [1, 2, 3], has_more: true })
  expect(asked).toHaveLength(3)
})

test('a list without end is left after a hundred pages', async () => {
  const { collect, asked } = pages(Array.from({ length: 150 }, (_, at) => page([at], `c${at}`)))
  expect(await collect(10_000)).toMatchObject({ has_more: true })
  expect(asked).toHaveLength(100)
})

test('a list is left when its pages are too large together', async () => {
  const large = (next: string) => page([1], next, { bytes: 4 * 1024 * 1024 })
  const { collect, asked } = pages([large('b'), large('c'), large('d'), large('e')])
  expect(await collect(10)).toMatchObject({ body: [1, 1, 1], has_more: true })
  expect(asked).toHaveLength(3)
})

test('a list goes on by what the service wrote, and hands on what was masked', async () => {
  const next = 'https://api.example.com/x?access_token=secret&page=2'
  const masked = { items: [1], next: next.replace('secret', '[redacted]') }
  const first = { ...page([], null, { body: masked }), parsed: { items: [1], next } }
  const paths: string[] = []
  const request: ServiceRequest = { method: 'GET', path: '/x', query: {}, headers: {}, body: undefined }
  const collected = await readItems(NEXT_URL, BASE, request, 10, async ({ path }) => {
    paths.push(path)
    return paths.length === 1 ? first : page([2], null)
  })
  expect(paths).toEqual(['/x', '/x?access_token=secret&page=2'])
  expect(collected).toMatchObject({ body: [1, 2], has_more: false })
  expect(JSON.stringify(collected)).not.toContain('secret')
})

test('a page that lies elsewhere is not asked for', async () => {
  const { collect, asked } = pages([page([1], 'https://evil.example/')], NEXT_URL)
  expect(await collect(10)).toMatchObject({ body: [1], has_more: true })
  expect(asked).toHaveLength(1)
})

test('a first answer that is no list is handed on as it is', async () => {
  for (const body of [{ error: 'x' }, 'text', null]) {
    const { collect } = pages([page([], null, { status: 404, body })])
    expect(await collect(10)).toMatchObject({ status: 404, body, has_more: false })
  }
})

test('a list that breaks off fails rather than to look whole', async () => {
  const { collect } = pages([page([1], 'b'), page([], null, { status: 500, body: {} })])
  await expect(collect(10)).rejects.toMatchObject({
    code: 'connector_call_failed',
    message: /500 for page 2/,
  })
})

function pages(all: ReadPage[], paging = CURSOR, onRead = () => {}) {
  const asked: (string | undefined)[] = []
  const request: ServiceRequest = { method: 'GET', path: '/x', query: {}, headers: {}, body: undefined }
  const read = async ({ query }: ServiceRequest) => {
    asked.push(query.cursor)
    onRead()
    return all[asked.length - 1] ?? expect.unreachable()
  }
  return { asked, collect: (most: number) => readItems(paging, BASE, request, most, read) }
}

function page(
  items: unknown[],
  next: string | null,
  { status = 200, bytes = 10, body = { items, next } as unknown } = {},
): ReadPage {
  return { answer: { status, headers: {}, body, encoding: 'json' }, parsed: body, bytes, link: '' }
}
