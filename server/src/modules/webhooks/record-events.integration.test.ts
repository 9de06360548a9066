import { expect, test } from 'vitest'
import { useStarted } from '../../../test/use-started.ts'
import { laneOf, recordEvents } from './record-event.ts'
import { webhookRows } from './test/webhook-rows.ts'

const rows = useStarted(webhookRows)

const KIND = {
  app_id: 'app_1',
  source: 'agent',
  type: 'message.created',
  happened_at: new Date('2026-11-15T12:00:00Z'),
} as const
const KEYS = ['cnv_1', 'cnv_2', 'cnv_3']
const events = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    order_key: KEYS[n % 3] ?? '',
    payload: { data: { message: { id: `msg_${n}`, content: 'a "quoted" \\ line,\n{Grüße} null' } } },
  }))

const WAITING = `
  select q.webhook_id, q.lane, convert_from(e.body, 'UTF8')::jsonb->'data'->'message' as message
    from webhook_queue q join deliveries d on d.seq = q.seq and d.id = q.delivery_id
    join webhook_events e on e.id = q.event_id and e.id = d.event_id
   order by q.next_at, q.seq`

test('many events are stored at once, in their order, each for every webhook that wants them', async () => {
  const ids = [await rows.webhook(), await rows.webhook()]
  await rows.query(
    `insert into webhooks (id, app_id, source, target_url, events, created_date, updated_date)
     values ('wh_other', 'app_1', 'agent', 'https://example.com/', '{message.completed}', now(), now())`,
  )
  expect(await recordEvents(rows.db, KIND, events(30))).toBe(true)
  expect(await recordEvents(rows.db, KIND, events(3))).toBe(true)
  const waiting = await rows.query(WAITING)
  for (const id of ids) {
    const those = waiting.filter(({ webhook_id }) => webhook_id === id)
    expect(those).toEqual(
      [...events(30), ...events(3)].map(({ order_key, payload }) => ({
        webhook_id: id,
        lane: laneOf(order_key),
        message: payload.data.message,
      })),
    )
  }
  expect(waiting).toHaveLength(66)
  const lanes = await rows.query('select webhook_id, lane, pokes from webhook_lanes order by 1, 2')
  const byId = ids.toSorted().flatMap((webhook_id) =>
    KEYS.map(laneOf)
      .toSorted((a, b) => a - b)
      .map((lane) => ({ webhook_id, lane, pokes: 11 })),
  )
  expect(lanes).toEqual(byId)
})

test('nothing is stored when nobody wants them, or nothing happened', async () => {
  const before = await rows.query('select count(*) from webhook_events')
  expect(await recordEvents(rows.db, { ...KIND, type: 'message.unknown' }, events(5))).toBe(false)
  expect(await recordEvents(rows.db, KIND, [])).toBe(false)
  expect(await rows.query('select count(*) from webhook_events')).toEqual(before)
})
