/** A database from before apps had users of their own: what they kept of members, and every credential, stays. */
import { expect, test } from 'vitest'
import { databaseBefore } from '../../../test/upgrade.ts'
import { useStarted } from '../../../test/use-started.ts'

const old = useStarted(() => databaseBefore('0013'))

test('members keep their role and data, and go with their account', async () => {
  const { pool } = old
  await pool.query(`
    insert into users (id, email) values ('a', 'a@x.y'), ('b', 'b@x.y');
    insert into workspaces (id, name) values ('w', 'One');
    insert into apps (id, workspace_id, owner_id, name, kind) values ('app', 'w', 'a', 'App', 'app');
    insert into app_users (app_id, user_id, role, data) values ('app', 'a', 'boss', '{"team": 1}'), ('app', 'b', null, '{}');
    insert into credentials (id, kind, secret_hash, user_id, workspace_id) values
      ('1', 'session', '\\x01', 'a', null), ('2', 'personal_token', '\\x02', 'a', 'w'),
      ('3', 'api_key', '\\x03', 'a', null), ('4', 'workspace_key', '\\x04', null, 'w')`)
  await old.upgrade()
  const members = () =>
    pool.query('select user_id, member_id, role, data, email from app_users order by user_id')
  const kept = { user_id: 'a', member_id: 'a', role: 'boss', data: { team: 1 }, email: null }
  expect((await members()).rows).toMatchObject([kept, { user_id: 'b', member_id: 'b' }])
  await pool.query(`delete from users where id = 'b'`)
  expect((await members()).rows).toEqual([kept])
  expect((await pool.query('select id from credentials order by id')).rows).toHaveLength(4)
})

test.each([
  ['a session of nobody', `'app_session', null, null, null, null, now()`],
  ['a session of somebody the app does not know', `'app_session', null, null, 'app', 'nobody', now()`],
  ['a session that never ends', `'app_session', null, null, 'app', 'a', null`],
  ['a session in an app that is a workspace’s', `'app_session', null, 'w', 'app', 'a', now()`],
  ['another credential in an app', `'session', 'a', null, 'app', 'a', now()`],
  ['a token of nobody', `'personal_token', null, 'w', null, null, null`],
])('there is no %s', async (_what, values) => {
  const inserting = old.pool.query(
    `insert into credentials (kind, user_id, workspace_id, app_id, app_user_id, expires_at, id, secret_hash)
     values (${values}, 'x', '\\x09')`,
  )
  await expect(inserting).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
})
