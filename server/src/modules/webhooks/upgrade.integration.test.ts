/** A database from before what waits had a table of its own: nothing that waits is lost, nothing is sent again. */
import { expect, test } from 'vitest'
import { databaseBefore } from '../../../test/upgrade.ts'
import { useStarted } from '../../../test/use-started.ts'

const old = useStarted(() => databaseBefore('0017'))

test('what waits goes into the queue as it was, what ended stays as it ended', async () => {
  const { pool } = old
  await pool.query(`
    insert into users (id, email) values ('u', 'u@x.y');
    insert into workspaces (id, name) values ('w', 'One');
    insert into apps (id, workspace_id, owner_id, name, kind) values ('a', 'w', 'u', 'App', 'agent');
    insert into webhooks (id, app_id, source, target_url, events, epoch, created_date, updated_date)
    values ('h', 'a', 'agent', 'https://x.y', '{m}', 3, now(), now());
    insert into webhook_events (id, app_id, type, body, created_date)
    select e, 'a', 'm', '{}', now() from unnest('{e1,e2,e3,e4}'::text[]) e;
    insert into deliveries (id, event_id, event_type, webhook_id, lane, epoch, attempt, status, next_at, created_date)
    values ('waits', 'e1', 'm', 'h', 5, 3, 2, 'pending', '2026-11-01Z', '2026-10-31Z'),
           ('arrived', 'e2', 'm', 'h', 5, 3, 1, 'succeeded', null, '2026-10-31Z'),
           ('failed', 'e3', 'm', 'h', 5, 3, 6, 'failed', null, '2026-10-31Z'),
           ('canceled', 'e4', 'm', 'h', 5, 2, 0, 'canceled', null, '2026-10-31Z')`)
  await old.upgrade()
  const { rows: waiting } = await pool.query(
    'select delivery_id, webhook_id, event_id, lane, epoch, attempt, next_at from webhook_queue',
  )
  expect(waiting).toEqual([
    {
      delivery_id: 'waits',
      webhook_id: 'h',
      event_id: 'e1',
      lane: 5,
      epoch: 3,
      attempt: 2,
      next_at: new Date('2026-11-01T00:00:00Z'),
    },
  ])
  const { rows: ended } = await pool.query(
    `select id, status from deliveries d
      where not exists (select from webhook_queue q where q.seq = d.seq) order by id`,
  )
  expect(ended).toEqual([
    { id: 'arrived', status: 'succeeded' },
    { id: 'canceled', status: 'canceled' },
    { id: 'failed', status: 'failed' },
  ])
})
