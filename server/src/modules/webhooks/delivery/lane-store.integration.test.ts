import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import type { Db } from '../../../platform/database/db.ts'
import { webhookStore } from '../store.ts'
import { webhookRows } from '../test/webhook-rows.ts'
import { type Lane, type LaneWork, laneStore } from './lane-store.ts'

const rows = useStarted(webhookRows)
beforeEach(() => rows.query('delete from webhooks'))

const LEASE = 60
const claim = (pool: 'fast' | 'slow' = 'fast', except: string[] = [], lease = LEASE) =>
  laneStore(rows.db).claim(pool, 100, randomUUID(), except, lease)
const keysOf = (lanes: readonly Lane[]) => lanes.map(({ webhook_id, lane }) => `${webhook_id} ${lane}`).sort()

async function claimOne(lease = LEASE): Promise<Lane> {
  const [lane, ...more] = await claim('fast', [], lease)
  if (!lane || more.length > 0) throw new Error('one due lane is expected')
  return lane
}

const dueSeconds = async () => {
  const [row] = await rows.query(
    `select extract(epoch from nullif(next_at, 'infinity') - now())::float8 as seconds from webhook_lanes`,
  )
  return row?.seconds as number | null
}

const record = (db: Db) =>
  webhookStore(db).recordEvents({
    app_id: 'app_1',
    source: 'agent',
    type: 'message.created',
    entity_name: null,
    created_date: new Date(),
    events: [{ id: `evt_${randomUUID()}`, lane: 3, body: '{}' }],
  })

describe('claiming lanes', () => {
  test('takes what is due in its pool, and nothing that is leased, later or excepted', async () => {
    const [due, leased, later, slow, excepted] = await Promise.all([
      rows.webhook(),
      rows.webhook(),
      rows.webhook(),
      rows.webhook({ pool: 'slow' }),
      rows.webhook(),
    ])
    for (const id of [due, later, slow, excepted]) await rows.lane(id, 1)
    await rows.lane(leased, 1, randomUUID())
    await rows.query(`update webhook_lanes set next_at = now() + interval '1 hour' where webhook_id = $1`, [
      later,
    ])
    expect(keysOf(await claim('fast', [excepted]))).toEqual([`${due} 1`])
    expect(keysOf(await claim('slow'))).toEqual([`${slow} 1`])
    expect(keysOf(await claim())).toEqual([`${excepted} 1`])
  })

  test('by several nodes at once gives each lane to one of them', async () => {
    const id = await rows.webhook()
    for (let lane = 0; lane < 16; lane++) await rows.lane(id, lane)
    const claims = await Promise.all(
      Array.from({ length: 6 }, () => laneStore(rows.db).claim('fast', 5, randomUUID(), [], LEASE)),
    )
    const taken = claims.flatMap(keysOf)
    expect(new Set(taken).size).toBe(taken.length)
    expect([...taken, ...keysOf(await claim())]).toHaveLength(16)
  })

  test('takes over a lane whose lease has run out, and its former holder releases nothing', async () => {
    await rows.webhook()
    await record(rows.db)
    const former = await claimOne(-1)
    const holder = await claimOne()
    expect(keysOf([holder])).toEqual(keysOf([former]))
    expect(holder.claim_id).not.toBe(former.claim_id)
    await laneStore(rows.db).release([{ lane: former, afterSeconds: 0 }])
    // Its delivery is due: had the lane been released, it would be claimed here.
    expect(await claim()).toEqual([])
    await laneStore(rows.db).release([{ lane: holder, afterSeconds: 0 }])
    expect(keysOf(await claim())).toEqual(keysOf([holder]))
  })

  test('reads the due deliveries of the current epoch in order, as many as asked for', async () => {
    const id = await rows.webhook()
    await rows.lane(id, 0)
    const made = await rows.deliveries(
      [0, 0, 0, -1].map((epoch) => ({ webhook_id: id, lane: 0, epoch, attempt: 0 })),
    )
    await rows.query(`update webhook_queue set next_at = now() + interval '1 hour' where seq = $1`, [
      made[1]?.seq,
    ])
    const lanes = await claim()
    const store = laneStore(rows.db)
    const idsOf = (work: LaneWork[]) => work.map(({ deliveries }) => deliveries.map((one) => one.id))
    const read = async (count: number) => idsOf(await store.readWork(lanes, count))
    expect(await read(8)).toEqual([[made[0]?.id, made[2]?.id]])
    expect(await read(1)).toEqual([[made[0]?.id]])
    const has = (await store.readWork(lanes, 1)).flatMap(({ deliveries }) => deliveries)
    expect(idsOf(await store.readWork(lanes, 8, has))).toEqual([[made[2]?.id]])
  })
})

describe('releasing a lane', () => {
  test('makes it due when its next delivery is, or never', async () => {
    const id = await rows.webhook()
    await rows.lane(id, 3)
    await laneStore(rows.db).release([{ lane: await claimOne(), afterSeconds: 0 }])
    expect(await dueSeconds()).toBeNull()

    await record(rows.db)
    const lane = await claimOne()
    await rows.query(`update webhook_queue set next_at = now() + interval '100 s' where webhook_id = $1`, [
      id,
    ])
    await laneStore(rows.db).release([{ lane: lane, afterSeconds: 0 }])
    expect(await dueSeconds()).toBeCloseTo(100, -1)
  })

  test('lets it stand back when asked to', async () => {
    await rows.lane(await rows.webhook(), 3)
    await laneStore(rows.db).release([{ lane: await claimOne(), afterSeconds: 10 }])
    expect(await dueSeconds()).toBeGreaterThan(5)
  })

  test('makes it due at once when work was added since it was read', async () => {
    await rows.webhook()
    await record(rows.db)
    const lane = await claimOne()
    await record(rows.db)
    await laneStore(rows.db).release([{ lane: lane, afterSeconds: 0 }])
    expect((await claimOne()).pokes).toBe(2)
  })

  test('waits for an event that is being stored, and then is due', async () => {
    await rows.webhook()
    await record(rows.db)
    const lane = await claimOne()
    await rows.query('delete from webhook_queue')
    const { promise: stored, resolve: onStored } = Promise.withResolvers<void>()
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const storing = rows.db.transaction().execute(async (tx) => {
      await record(tx)
      onStored()
      await mayCommit
    })
    await stored
    const releasing = laneStore(rows.db).release([{ lane: lane, afterSeconds: 0 }])
    await waitingForLock()
    commit()
    await Promise.all([storing, releasing])
    expect((await claimOne()).pokes).toBe(2)
  })

  test('is waited for by an event that is being stored, which makes it due', async () => {
    await rows.webhook()
    await record(rows.db)
    const lane = await claimOne()
    await rows.query('delete from webhook_queue')
    const { promise: released, resolve: onReleased } = Promise.withResolvers<void>()
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const releasing = rows.db.transaction().execute(async (tx) => {
      await laneStore(tx).release([{ lane: lane, afterSeconds: 0 }])
      onReleased()
      await mayCommit
    })
    await released
    const storing = record(rows.db)
    await waitingForLock()
    commit()
    await Promise.all([storing, releasing])
    expect((await claimOne()).pokes).toBe(2)
  })

  test('never loses a wake-up in a race of many', async () => {
    const id = await rows.webhook()
    const events = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let i = 0; i < 15; i++) await record(rows.db)
      }),
    )
    const sent = new Set<string>()
    let isOver = false
    const serving = (async () => {
      for (let idle = 0; idle < 2; ) {
        const lanes = await claim()
        idle = isOver && lanes.length === 0 ? idle + 1 : 0
        for (const { lane, deliveries } of await laneStore(rows.db).readWork(lanes, 4)) {
          for (const one of deliveries) sent.add(one.id)
          const seqs = deliveries.map((one) => one.seq)
          await rows.query('delete from webhook_queue where seq = any($1)', [seqs])
          await laneStore(rows.db).release([{ lane: lane, afterSeconds: 0 }])
        }
      }
    })()
    await events
    isOver = true
    await serving
    expect(sent.size).toBe(60)
    expect(await rows.query('select 1 from webhook_queue where webhook_id = $1', [id])).toEqual([])
  })
})

test('a slow webhook takes its idle lanes to the slow pool at once, and a busy one when it is released', async () => {
  const id = await rows.webhook()
  await rows.lane(id, 0)
  const lane = await claimOne()
  await rows.lane(id, 1)
  await laneStore(rows.db).markSlow(id)
  expect(await claim('fast')).toEqual([])
  await laneStore(rows.db).release([{ lane: lane, afterSeconds: -1 }])
  const pools = await rows.query('select pool from webhook_lanes')
  expect(pools).toEqual([{ pool: 'slow' }, { pool: 'slow' }])
})

async function waitingForLock(): Promise<void> {
  await expect
    .poll(() =>
      rows.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(1)
}
