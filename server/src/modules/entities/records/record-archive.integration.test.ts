import { expect, test } from 'vitest'
import { GROUND, groundApp, NOW, useArchive } from '../../../../test/use-archive.ts'
import { entityArchive } from '../schemas/schema-archive.ts'
import { recordArchive } from './record-archive.ts'

const { database, bring, take } = useArchive([...entityArchive, ...recordArchive])

const ground = { ...GROUND, apps: [groundApp('app_1'), groundApp('app_2', 'ws_2')] }
const records = [
  {
    app_id: 'app_1',
    entity_name: 'Task',
    id: 'rec_1',
    data: { title: 'é', list: [1, null, { a: 1 }] },
    created_by: 'a@example.com',
    created_by_id: 'usr_a',
    created_date: '2026-01-02T03:04:05.678Z',
    updated_date: '2026-01-03T00:00:00.000Z',
    is_sample: true,
  },
  { app_id: 'app_2', entity_name: 'Task', id: 'rec_1', data: {} },
]
const app_users = [
  { app_id: 'app_1', user_id: 'usr_a', role: 'boss', data: { team: 'blue' } },
  { app_id: 'app_2', user_id: 'usr_a' },
]

test('records and app users come back the same, workspace by workspace, and change nothing a second time', async () => {
  await bring({ ...ground, records, app_users })
  const first = JSON.parse(await take(['ws_1']))
  expect(first.records).toEqual([records[0]])
  expect(first.app_users).toEqual([app_users[0]])
  const whole = await take(null)
  expect(JSON.parse(whole).records[1]).toMatchObject({
    created_by: 'anonymous',
    created_by_id: 'anonymous',
    created_date: NOW.toISOString(),
    is_sample: false,
  })
  await bring(JSON.parse(whole))
  expect(await take(null)).toBe(whole)
})

test('records that came in count at once, and those that are there already do not count twice', async () => {
  const more = [records[0], { ...records[1], app_id: 'app_1', id: 'rec_2' }, records[1]]
  await bring({ ...ground, records: more })
  await bring({ ...ground, records: [...more, { ...records[1], id: 'rec_3' }] })
  const { rows } = await database.pool.query(
    'select app_id, workspace_id, records::int, bytes::int from record_usage order by app_id',
  )
  const counted = await database.pool.query(
    'select app_id, count(*)::int as records, sum(bytes)::int as bytes from records group by app_id order by app_id',
  )
  expect(rows).toMatchObject(counted.rows)
  expect(rows).toMatchObject([
    { app_id: 'app_1', workspace_id: 'ws_1', records: 2 },
    { app_id: 'app_2', workspace_id: 'ws_2', records: 2 },
  ])
})

test.each([
  ['records[0].app_id: There is no app "app_9"', { records: [{ ...records[1], app_id: 'app_9' }] }],
  ['records[0].entity_name: ', { records: [{ ...records[1], entity_name: 'a b' }] }],
  ['records[0].data: ', { records: [{ ...records[1], data: 5 }] }],
  ['records[0]: Unknown key "extra"', { records: [{ ...records[1], extra: 5 }] }],
  ['app_users[0].user_id: There is no user "usr_9"', { app_users: [{ app_id: 'app_1', user_id: 'usr_9' }] }],
  ['app_users[0].app_id: There is no app "app_9"', { app_users: [{ app_id: 'app_9', user_id: 'usr_a' }] }],
])('%s is refused, and nothing comes in', async (message, rows) => {
  await expect(bring({ ...ground, ...rows })).rejects.toThrow(message)
  expect((await database.pool.query('select from users')).rowCount).toBe(0)
})
