import type { FunctionLogLine } from '@atrium/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { client, queryClient } from './api.ts'
import { functionsQueries } from './functions-queries.ts'

afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
})

test('a flood of known lines does not keep the newest from being read', async () => {
  const at = (milliseconds: number) => new Date(1_700_000_000_000 + milliseconds).toISOString()
  const line = (n: number): FunctionLogLine => ({ id: `log_${n}`, time: at(n), level: 'info', message: '' })
  const written = Array.from({ length: 4_000 }, (_, n) => line(n))
  const logs = vi.spyOn(client.functions, 'logs')
  logs.mockImplementation(async (_, { since = '', limit = 100 } = {}) =>
    written.filter(({ time }) => time >= since).slice(0, limit),
  )
  const query = functionsQueries.logs('app_1', 'hello', { level: undefined, request: undefined })
  queryClient.setQueryData(query.queryKey, written.slice(1_900, 3_900))
  const shown = await queryClient.fetchQuery(query)
  expect(shown.at(-1)?.id).toBe('log_3999')
})
