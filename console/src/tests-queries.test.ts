import { afterEach, expect, test, vi } from 'vitest'
import { client, queryClient } from './api.ts'
import { testsQueries } from './tests-queries.ts'

afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
})

test('the names of tests for a filter come from all pages of the list', async () => {
  const all = Array.from({ length: 250 }, (_, n) => ({ id: `flw_${n}`, name: `Test ${n}` }))
  const list = vi.spyOn(client.flows, 'list')
  list.mockImplementation((async (
    _at: object,
    { cursor = '0', limit = 50 }: { cursor?: string; limit?: number } = {},
  ) => {
    const next = Number(cursor) + limit
    const next_cursor = next < all.length ? String(next) : null
    return { items: all.slice(Number(cursor), next), next_cursor, has_more: next_cursor !== null }
  }) as never)
  const names = await queryClient.fetchQuery(testsQueries.names('app_1'))
  expect(new Set(names.map(({ id }) => id)).size).toBe(250)
})
