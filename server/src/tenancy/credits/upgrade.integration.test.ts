/** A database from before the ledger: what its members had used goes on counting. */
import { expect, test } from 'vitest'
import { databaseBefore } from '../../../test/upgrade.ts'
import { useStarted } from '../../../test/use-started.ts'
import { monthOf } from './month.ts'

const old = useStarted(() => databaseBefore('0007'))

test('the members’ activity and the workspaces’ sums begin with what the list had', async () => {
  const { pool } = old
  await pool.query(`
    insert into users (id, email) values ('a', 'a@x.y'), ('b', 'b@x.y'), ('c', 'c@x.y');
    insert into workspaces (id, name) values ('w1', 'One'), ('w2', 'Two');
    insert into members (workspace_id, email, user_id, role, status, access_state, assigned_via,
                         credits_used, last_active, last_seen) values
      ('w1', 'a@x.y', 'a', 'owner', 'joined', 'active', 'direct', 3.5, '2026-03-01Z', '2026-03-02Z'),
      ('w1', 'b@x.y', 'b', 'editor', 'joined', 'active', 'direct', 4, null, null),
      ('w1', 'c@x.y', 'c', 'editor', 'joined', 'active', 'direct', 0, null, null),
      ('w1', 'd@x.y', null, 'editor', 'pending', 'invited', 'invitation', 0, null, null),
      ('w2', 'c@x.y', 'c', 'owner', 'joined', 'active', 'direct', 0, null, '2026-03-03Z')`)
  const month = monthOf(new Date())
  await old.upgrade()
  const activity = await pool.query(`select workspace_id, user_id, month::text, credits_used,
    last_active is null as is_idle, last_seen is null as is_unseen from member_activity order by 1, 2`)
  const row = { workspace_id: 'w1', month, is_idle: true, is_unseen: true }
  expect(activity.rows).toEqual([
    { ...row, user_id: 'a', credits_used: 3.5, is_idle: false, is_unseen: false },
    { ...row, user_id: 'b', credits_used: 4 },
    { ...row, workspace_id: 'w2', user_id: 'c', month: null, credits_used: 0, is_unseen: false },
  ])
  const sums = await pool.query('select workspace_id, month::text, credits_used from workspace_credits')
  expect(sums.rows).toEqual([{ workspace_id: 'w1', month, credits_used: 7.5 }])
})
