/** What looking for work costs while old versions of the lanes pile up. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import { webhookRows } from '../test/webhook-rows.ts'
import { laneStore } from './lane-store.ts'

const WEBHOOKS = 40
const LANES_EACH = 16
const CHANGES = 40

const rows = useStarted(webhookRows)

// 25,600 versions: as many as 40 changes a second leave behind in ten minutes.
test('a transaction that stays open for long, so that nothing old can be removed, leaves a claim below 50 ms', {
  tags: 'slow',
}, async () => {
  const ids = await Promise.all(Array.from({ length: WEBHOOKS }, () => rows.webhook()))
  await rows.query(
    `insert into webhook_lanes (webhook_id, lane, pool, next_at)
     select id, lane, 'fast', now() from unnest($1::text[]) as id, generate_series(1, $2) as lane`,
    [ids, LANES_EACH],
  )
  const analysis = await rows.connect()
  await analysis.query('begin isolation level repeatable read; select count(*) from webhook_lanes')
  for (let change = 0; change < CHANGES; change++) {
    await rows.query('update webhook_lanes set next_at = clock_timestamp(), pokes = pokes + 1')
  }
  await rows.query('vacuum webhook_lanes') // it may, and can do nothing

  const times: number[] = []
  for (let claim = 0; claim < 9; claim++) {
    const began = performance.now()
    expect(await laneStore(rows.db).claim('fast', 64, randomUUID(), [], 60)).toHaveLength(64)
    times.push(performance.now() - began)
  }
  const [row] = await rows.query(
    `select pg_relation_size('webhook_lanes_due') / 1024 as kb, count(*)::int as lanes from webhook_lanes`,
  )
  // The old versions are there: what is left of 640 lanes alone would be a few pages.
  expect(row).toEqual({ kb: expect.any(Number), lanes: WEBHOOKS * LANES_EACH })
  expect(row?.kb).toBeGreaterThan(500)
  expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(50)
  await analysis.query('rollback')
})
