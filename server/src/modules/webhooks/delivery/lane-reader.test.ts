import { expect, test } from 'vitest'
import { createLaneReader } from './lane-reader.ts'
import type { ClaimedLane, DueDelivery } from './lane-store.ts'

const lane = (n: number): ClaimedLane => ({
  webhook_id: 'whk_1',
  lane: n,
  claim_id: 'claim',
  pokes: 1,
  target_url: 'https://example.com/',
  secret: null,
  previous_secret: null,
  epoch: 0,
  updated_date: new Date(0),
})
const due = (seq: number): DueDelivery => ({
  id: `dlv_${seq}`,
  seq,
  event_id: `evt_${seq}`,
  attempt: 0,
  body: '{}',
  age_seconds: 0,
})

/** Each read answers one delivery a lane, numbered by the lane, once it is let go. */
function setUp() {
  const reads: { lanes: number[]; except: number[]; answer(): void; fail(): void }[] = []
  const reader = createLaneReader({
    lanesAtOnce: 2,
    read: (lanes, except) =>
      new Promise((resolve, reject) => {
        reads.push({
          lanes: lanes.map((one) => one.lane),
          except: except.map(({ seq }) => seq),
          answer: () => resolve(lanes.map((one) => ({ lane: one, deliveries: [due(one.lane)] }))),
          fail: () => reject(new Error('away')),
        })
      }),
  })
  const ask = (n: number) => reader.readOn({ lane: lane(n), deliveries: [due(100 + n)] })
  return { reads, ask }
}

test('lanes that ask while others are being read are read together, each for itself', async () => {
  const { reads, ask } = setUp()
  const asked = [1, 2, 3, 4].map(ask)
  expect(reads.map(({ lanes }) => lanes)).toEqual([[1]])
  for (let n = 0; n < 3; n++) {
    reads[n]?.answer()
    await expect.poll(() => reads.length).toBe(Math.min(n + 2, 3))
  }
  expect(reads.map(({ lanes }) => lanes)).toEqual([[1], [2, 3], [4]])
  expect((await Promise.all(asked)).flat().map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(reads[1]?.except).toEqual([102, 103])
})

test('a read that fails is reported to those who asked for it, and the next one is made', async () => {
  const { reads, ask } = setUp()
  const failing = ask(1)
  const waiting = ask(2)
  reads[0]?.fail()
  await expect(failing).rejects.toThrow('away')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.answer()
  expect(await waiting).toHaveLength(1)
})
