import { expect, test } from 'vitest'
import { presentAll } from './present-all.ts'

test.each([
  ['many rows', 1_200, 1],
  ['large rows', 4, 400 * 1024],
])('other work has a turn while %s are presented in their order', async (_name, count, bytes) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id, bytes }))
  let presented = 0
  const seen: number[] = []
  setImmediate(() => seen.push(presented))
  const ids = await presentAll(rows, ({ id }) => {
    presented++
    return id
  })
  expect(ids).toEqual(rows.map(({ id }) => id))
  expect(seen[0]).toBeGreaterThan(0)
  expect(seen[0]).toBeLessThan(count)
})
