/** Deliveries of a database from before the queue had a table of its own. */
import { expect, test } from 'vitest'
import { databaseBefore } from '../../../../test/upgrade.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { deliveryStore } from '../delivery-store.ts'
import { DELIVERIES_NOW } from '../test/webhook-rows.ts'
import { laneStore } from './lane-store.ts'

const old = useStarted(() => databaseBefore('0017'))

test('what waited waits on in its order and with its attempts, and everything else is as it was', async () => {
  const { pool, db } = old
  await pool.query(BEFORE)
  await old.upgrade()

  const { rows } = await pool.query(`select id, status, attempt from ${DELIVERIES_NOW} d order by seq`)
  expect(rows).toEqual([
    { id: 'dlv_1', status: 'succeeded', attempt: 1 },
    { id: 'dlv_2', status: 'pending', attempt: 2 },
    { id: 'dlv_3', status: 'failed', attempt: 0 },
    { id: 'dlv_4', status: 'canceled', attempt: 0 },
    { id: 'dlv_5', status: 'pending', attempt: 0 },
    { id: 'dlv_6', status: 'pending', attempt: 0 },
  ])
  const counts = { pending: 2, succeeded: 1, failed: 1, canceled: 2 }
  expect(await deliveryStore(db).counts('wh_1', 1)).toEqual(counts)
  const lanes = await laneStore(db).claim('fast', 1, '00000000-0000-0000-0000-000000000001', [], 60)
  const [work] = await laneStore(db).readWork(lanes, 16)
  expect(work?.deliveries).toMatchObject([
    { id: 'dlv_5', event_id: 'evt_5', attempt: 0, body: '{}' },
    { id: 'dlv_2', event_id: 'evt_2', attempt: 2, body: '{}' },
  ])
})

const BEFORE = `
  insert into users (id, email, full_name) values ('usr_1', 'one@example.com', 'One');
  insert into workspaces (id, name, plan) values ('ws_1', 'One', 'business');
  insert into apps (id, workspace_id, owner_id, name, kind) values ('app_1', 'ws_1', 'usr_1', 'One', 'agent');
  insert into webhooks (id, app_id, source, target_url, events, epoch, created_date, updated_date)
  values ('wh_1', 'app_1', 'agent', 'https://example.com/', '{message.created}', 1, now(), now());
  insert into webhook_events (id, app_id, type, body, created_date)
  select 'evt_' || n, 'app_1', 'message.created', '{}', now() from generate_series(1, 6) n;
  insert into deliveries (id, event_id, event_type, webhook_id, lane, status, attempt, epoch, next_at, created_date)
  select 'dlv_' || n, 'evt_' || n, 'message.created', 'wh_1', 3, status, attempt, epoch,
         case when status = 'pending' then now() - seconds * interval '1 second' end, now()
    from (values (1, 'succeeded', 1, 1, 0), (2, 'pending', 2, 1, 5), (3, 'failed', 6, 1, 0), (4, 'canceled', 0, 0, 0),
                 (5, 'pending', 0, 1, 60), (6, 'pending', 0, 0, 60)) as r(n, status, attempt, epoch, seconds)
   order by n;
  insert into webhook_attempts (delivery_id, webhook_id, attempt, trigger, outcome, started_at, duration_ms)
  values ('dlv_1', 'wh_1', 1, 'automatic', 'succeeded', now(), 5);
  insert into webhook_lanes (webhook_id, lane, pool, next_at, pokes) values ('wh_1', 3, 'fast', now(), 6)`
