import type { Delivery } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { deliveryQueries } from './delivery-queries.ts'

test('a delivery is read again once its status or the number of its attempts changes', () => {
  const owner = { app_id: 'app_1' } as unknown as Parameters<typeof deliveryQueries.one>[0]
  const keyOf = (status: string, attempts: number) => {
    const delivery = { id: 'dlv_1', status, attempts: Array.from({ length: attempts }) }
    return JSON.stringify(deliveryQueries.one(owner, 'whk_1', delivery as unknown as Delivery).queryKey)
  }
  const keys = [keyOf('pending', 1), keyOf('pending', 2), keyOf('succeeded', 2)]
  expect(new Set(keys).size).toBe(3)
  expect(keyOf('pending', 1)).toBe(keys[0])
})
