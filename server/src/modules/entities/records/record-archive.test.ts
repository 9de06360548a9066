import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { migratedDatabase } from '../../../../test/migrated-database.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { exportArchive } from '../../../platform/archive/export-archive.ts'
import { importArchive } from '../../../platform/archive/import-archive.ts'
import { createLog } from '../../../platform/log.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { tenancy } from '../../../tenancy/index.ts'
import { entityArchive } from '../schemas/schema-archive.ts'
import { recordArchive } from './record-archive.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const log = createLog('silent')
const secrets = createSecrets('a key for tests only')
const collections = [...(tenancy.archive ?? []), ...entityArchive, ...recordArchive]

const database = useStarted(migratedDatabase)
beforeEach(() => database.pool.query('truncate users, workspaces cascade'))

const ground = {
  users: [{ id: 'usr_a', email: 'a@example.com' }],
  workspaces: ['ws_1', 'ws_2'].map((id) => ({ id, name: id })),
  apps: [
    { id: 'app_1', workspace_id: 'ws_1', owner_id: 'usr_a', name: 'One', kind: 'app' },
    { id: 'app_2', workspace_id: 'ws_2', owner_id: 'usr_a', name: 'Two', kind: 'app' },
  ],
}
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
  await load({ ...ground, records, app_users })
  const first = JSON.parse(await save(['ws_1']))
  expect(first.records).toEqual([records[0]])
  expect(first.app_users).toEqual([app_users[0]])
  const whole = await save(null)
  expect(JSON.parse(whole).records[1]).toMatchObject({
    created_by: 'anonymous',
    created_by_id: 'anonymous',
    created_date: NOW.toISOString(),
    is_sample: false,
  })
  await load(JSON.parse(whole))
  expect(await save(null)).toBe(whole)
})

test.each([
  ['records[0].app_id: There is no app "app_9"', { records: [{ ...records[1], app_id: 'app_9' }] }],
  ['records[0].entity_name: ', { records: [{ ...records[1], entity_name: 'a b' }] }],
  ['records[0].data: ', { records: [{ ...records[1], data: 5 }] }],
  ['records[0]: Unknown key "extra"', { records: [{ ...records[1], extra: 5 }] }],
  ['app_users[0].user_id: There is no user "usr_9"', { app_users: [{ app_id: 'app_1', user_id: 'usr_9' }] }],
  ['app_users[0].app_id: There is no app "app_9"', { app_users: [{ app_id: 'app_9', user_id: 'usr_a' }] }],
])('%s is refused, and nothing comes in', async (message, rows) => {
  await expect(load({ ...ground, ...rows })).rejects.toThrow(message)
  expect((await database.pool.query('select from users')).rowCount).toBe(0)
})

async function load(rows: object): Promise<void> {
  const file = JSON.stringify({ format: 'atrium-archive', version: 1, ...rows })
  const source = Readable.from([Buffer.from(file)])
  await importArchive({ db: database.db, collections, source, now: NOW, log, secrets })
}

async function save(workspace_ids: string[] | null): Promise<string> {
  const sink = new PassThrough()
  const whole = text(sink)
  await exportArchive({ db: database.db, collections, scope: { workspace_ids }, form: 'document', sink })
  sink.end()
  return whole
}
