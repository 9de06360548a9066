import { expect, test } from 'vitest'
import { createLaneReleaser } from './lane-releaser.ts'
import type { Lane } from './lane-store.ts'

const lane = (n: number): Lane => ({ webhook_id: 'whk_1', lane: n, claim_id: 'claim', pokes: 0 })

/** Each release is held until the test ends it. */
function setUp() {
  const released: { lanes: number[]; end(): void; fail(): void }[] = []
  const failures: unknown[] = []
  const releaser = createLaneReleaser({
    release: (lanes) =>
      new Promise((resolve, reject) => {
        released.push({
          lanes: lanes.map((one) => one.lane.lane),
          end: resolve,
          fail: () => reject(new Error('away')),
        })
      }),
    onFailure: (error) => failures.push(error),
  })
  return { released, failures, give: (n: number) => releaser.release(lane(n), 0) }
}

test('lanes that come while others are being released go together', async () => {
  const { released, give } = setUp()
  const first = give(1)
  const others = [give(2), give(3)]
  expect(released.map(({ lanes }) => lanes)).toEqual([[1]])
  released[0]?.end()
  await expect.poll(() => released.map(({ lanes }) => lanes)).toEqual([[1], [2, 3]])
  released[1]?.end()
  await Promise.all([first, ...others])
})

test('a release that fails is reported, keeps nobody waiting, and the next one is made', async () => {
  const { released, failures, give } = setUp()
  const first = give(1)
  const second = give(2)
  released[0]?.fail()
  await expect.poll(() => released).toHaveLength(2)
  expect(failures).toEqual([new Error('away')])
  released[1]?.fail()
  await Promise.all([first, second])
  const third = give(3)
  expect(released.map(({ lanes }) => lanes)).toEqual([[1], [2], [3]])
  released[2]?.end()
  await third
})
