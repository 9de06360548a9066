import { expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import type { DueDelivery, LaneWork } from './lane-store.ts'
import type { Health } from './outcome.ts'
import { serveLane } from './serve-lane.ts'

const READ_AT = new Date('2026-11-15T12:00:00Z')

const due = (id: string): DueDelivery => ({
  id,
  seq: Number(id.slice(4)),
  event_id: id,
  attempt: 0,
  body: '{}',
  age_seconds: 0,
})

/** Serves a lane of failing deliveries; `after` is how the webhook stands when the first outcome is written. */
async function urlsServed(
  after: Partial<Health>,
  readOn?: (has: DueDelivery[]) => Promise<DueDelivery[]>,
): Promise<string[]> {
  const called: string[] = []
  const work: LaneWork = {
    lane: {
      webhook_id: 'whk_1',
      lane: 0,
      claim_id: 'claim',
      pokes: 1,
      target_url: 'https://old.example.com/',
      secret: null,
      previous_secret: null,
      epoch: 0,
      updated_date: READ_AT,
    },
    deliveries: [due('dlv_1'), due('dlv_2')],
  }
  const health: Health = {
    webhook_id: 'whk_1',
    epoch: 0,
    updated_date: READ_AT,
    turned_off: false,
    lost: 0,
  }
  await serveLane(
    {
      clock: systemClock,
      outboundHttp: {
        async send({ url }) {
          called.push(url)
          return {
            kind: 'answered',
            status: 500,
            headers: {},
            body: Buffer.alloc(0),
            truncated: false,
            durationMs: 1,
          }
        },
        checkTarget: () => ({ ok: false, reason: 'malformed', message: '' }),
        close: async () => {},
      },
      keysOf: () => [],
      writer: { write: async () => ({ ...health, ...after }) },
      metrics: { attempt() {}, firstAttemptAfter() {}, turnedOff() {}, leaseLost() {} },
      retryWaits: [],
      attemptMs: 1_000,
      slowMs: 1_000,
      onSlow() {},
    },
    work,
    new AbortController().signal,
    readOn,
  )
  return called
}

test('a lane goes on while its webhook stays as it was', async () => {
  expect(await urlsServed({})).toHaveLength(2)
})

test('it ends when the webhook was changed, so that the next attempt has the new address and secret', async () => {
  expect(await urlsServed({ updated_date: new Date(READ_AT.getTime() + 1) })).toHaveLength(1)
})

test('it ends when the webhook was turned off and on again', async () => {
  expect(await urlsServed({ epoch: 1 })).toHaveLength(1)
})

test('it ends when the lease was lost', async () => {
  expect(await urlsServed({ lost: 1 })).toHaveLength(1)
})

test('it goes on with what it is given on the way, asking once for each part, until nothing comes', async () => {
  const asked: string[][] = []
  const parts = [[due('dlv_3'), due('dlv_4'), due('dlv_5')], [due('dlv_6')], []]
  const readOn = async (has: DueDelivery[]) => {
    asked.push(has.map(({ id }) => id))
    return parts[asked.length - 1] ?? []
  }
  expect(await urlsServed({}, readOn)).toHaveLength(6)
  expect(asked).toEqual([['dlv_1', 'dlv_2'], ['dlv_3', 'dlv_4', 'dlv_5'], ['dlv_6']])
})

test('it sends nothing that it was given for later when the webhook was changed in the meantime', async () => {
  const changed = { updated_date: new Date(READ_AT.getTime() + 1) }
  expect(await urlsServed(changed, async () => [due('dlv_3')])).toHaveLength(1)
})

test('it ends with what it has when more cannot be read', async () => {
  const readOn = async () => {
    throw new Error('away')
  }
  expect(await urlsServed({}, readOn)).toHaveLength(2)
})
