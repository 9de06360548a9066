/** Claims lanes with due deliveries and serves them, as many at a time as the bulkheads allow. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import { createLaneReader } from './lane-reader.ts'
import { createLaneReleaser } from './lane-releaser.ts'
import { type ClaimedLane, type DueDelivery, type LaneWork, laneStore } from './lane-store.ts'
import type { OutcomeWriter } from './outcome-writer.ts'
import { type LaneDeps, serveLane } from './serve-lane.ts'
import { createSlots, type Pool, type Slot, type SlotLimits } from './slots.ts'
import { createWakeUp } from './wake-up.ts'

export interface Dispatcher {
  /** There may be work: look now. */
  wake(): void
  /** Claims nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

const LANES_PER_CLAIM = 64
const DELIVERIES_PER_LANE = 16
/** Then it is given back, so that its webhook is read again. */
const MOST_READS = 8
const POLL_MS = 1_000
/** While many lanes are under way, those that come free in the meantime are claimed together. */
const MANY = 32
const GATHER_MS = 12
/** Slow work is in no hurry, and with much of it each look for more costs. */
const SLOW_PAUSE_MS = 100
/** A lane that finds its host or webhook busy stands back so long, and lets others be seen. */
const NO_ROOM_SECONDS = 0.25
/** One that broke off for a reason of our own stands back longer, and the log says so. */
const BROKEN_SECONDS = 10
const PAUSE_AFTER_FAILURE_MS = 2_000

export function startDispatcher(options: {
  db: Db
  log: Log
  lane: Omit<LaneDeps, 'onSlow' | 'writer'>
  createWriter(): OutcomeWriter
  leaseSeconds: number
  limits?: SlotLimits
}): Dispatcher {
  const { db, log, leaseSeconds } = options
  const store = laneStore(db)
  const slots = createSlots(options.limits)
  const underWay = new Map<string, Set<Slot>>()
  const serving = new Set<Promise<void>>()
  const stopping = new AbortController()
  // All of it apart for each pool: finding, noting and releasing slow work delays no fast work.
  const pools = { fast: createPool(), slow: createPool() }

  function createPool() {
    return {
      wakeUp: createWakeUp(),
      laneDeps: { ...options.lane, onSlow, writer: options.createWriter() } satisfies LaneDeps,
      reader: createLaneReader({
        read: (lanes, except) => store.readWork(lanes, DELIVERIES_PER_LANE, except),
        lanesAtOnce: LANES_PER_CLAIM,
      }),
      releaser: createLaneReleaser({
        release: store.release,
        onFailure: (error) => log.warn({ err: error }, 'lanes were not released and wait for their lease'),
      }),
    }
  }

  function onSlow(webhookId: string): void {
    for (const slot of underWay.get(webhookId) ?? []) slot.moveToSlow()
    store.markSlow(webhookId).catch((error) => log.warn({ err: error }, 'a slow webhook was not marked'))
    ring()
  }

  const looking = Promise.all([poll('fast'), poll('slow')])

  async function poll(pool: Pool): Promise<void> {
    const { wakeUp } = pools[pool]
    while (!stopping.signal.aborted) {
      try {
        const claimed = await claimFrom(pool)
        if (claimed === 0) await wakeUp.wait(POLL_MS * (0.8 + 0.4 * Math.random()))
        if (pool === 'slow') await wait(SLOW_PAUSE_MS)
        else if (slots.used(pool) > MANY) await wait(GATHER_MS)
      } catch (error) {
        log.warn({ err: error }, 'the webhook deliveries to send cannot be read')
        await wakeUp.wait(PAUSE_AFTER_FAILURE_MS)
      }
    }
  }

  async function claimFrom(pool: Pool): Promise<number> {
    const limit = Math.min(slots.room(pool), LANES_PER_CLAIM)
    if (limit === 0) return 0
    const lanes = await store.claim(pool, limit, randomUUID(), slots.full(pool), leaseSeconds)
    if (lanes.length === 0) return 0
    for (const work of await readClaimed(pool, lanes)) begin(work, pool)
    return lanes.length
  }

  /** What cannot be read is released: a failure that passes must not cost the lanes the rest of their lease. */
  async function readClaimed(pool: Pool, lanes: readonly ClaimedLane[]): Promise<LaneWork[]> {
    try {
      return await store.readWork(lanes, DELIVERIES_PER_LANE)
    } catch (error) {
      await Promise.all(lanes.map((lane) => pools[pool].releaser.release(lane, 0)))
      throw error
    }
  }

  function begin(work: LaneWork, pool: Pool): void {
    const slot = slots.take(pool, work.lane.webhook_id, hostOf(work.lane.target_url))
    const done = (
      slot ? serve(work, slot, pool) : pools[pool].releaser.release(work.lane, NO_ROOM_SECONDS)
    ).finally(() => {
      serving.delete(done)
      if (slot) ring()
    })
    serving.add(done)
  }

  async function serve(work: LaneWork, slot: Slot, pool: Pool): Promise<void> {
    const { laneDeps, reader, releaser } = pools[pool]
    const { webhook_id: id } = work.lane
    const slotsOfWebhook = underWay.get(id) ?? new Set()
    underWay.set(id, slotsOfWebhook.add(slot))
    let standBack = 0
    let reads = 1
    // A full read leaves more, and waiting to be claimed again for it would cost the lane its turn.
    const readOn = async (deliveries: DueDelivery[]) =>
      deliveries.length === DELIVERIES_PER_LANE && reads++ < MOST_READS && slot.isSpare()
        ? reader.readOn({ lane: work.lane, deliveries })
        : []
    try {
      await serveLane(laneDeps, work, stopping.signal, readOn)
    } catch (error) {
      standBack = BROKEN_SECONDS
      log.error({ err: error, webhook_id: id }, 'a lane of deliveries broke off')
    } finally {
      slotsOfWebhook.delete(slot)
      if (slotsOfWebhook.size === 0) underWay.delete(id)
      slot.free()
    }
    await releaser.release(work.lane, standBack)
  }

  function ring(): void {
    pools.fast.wakeUp.ring()
    pools.slow.wakeUp.ring()
  }

  return {
    wake: ring,
    async stop() {
      stopping.abort()
      ring()
      await looking
      await Promise.all(serving)
    },
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
