import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useTeam } from '../../../test/use-team.ts'
import { localStorage } from '../../ports/file-storage/local.ts'
import { StorageUnavailable } from '../../ports/file-storage/port.ts'
import { deleteAppData } from './delete-app-data.ts'
import type { Deps } from './deps.ts'
import { storeRun, storeStep } from './test/flow-scene.ts'

const data_dir = useFolder()
const app = useApp({ rate_limits: 'off', data_dir })
const { owner } = useTeam(app)

const TABLES = ['test_flows', 'test_executions', 'test_artifacts', 'test_recordings']

async function createFlow() {
  const { id: app_id } = await app.make.app(owner)
  const { id: flow_id } = await app.as(owner).flows.create({ app_id }, { name: 'Lamp', goal: 'Buy a lamp' })
  return { app_id, flow_id }
}

async function storeArtifact({ app_id }: { app_id: string }, execution_id: string, id: string) {
  const storage_key = `tests/${execution_id}/${id}`
  await storage.put(storage_key, bytes(), 'image/jpeg')
  await app.sql`
    insert into test_artifacts (id, app_id, execution_id, kind, content_type, bytes, storage_key, created_date)
    values (${id}, ${app_id}, ${execution_id}, 'screenshot', 'image/jpeg', 3, ${storage_key}, now())`
  return storage_key
}
async function* bytes() {
  yield Buffer.from('abc')
}
const storage = localStorage({ folder: join(data_dir, 'uploads') })

test('nothing of the tests of a deleted app stays, and nothing of others goes', {
  tags: 'slow',
}, async () => {
  const [gone, kept] = [await createFlow(), await createFlow()]
  const keys: string[] = []
  for (let n = 0; n < 120; n++) {
    const run = await storeRun(app, gone)
    await storeStep(app, run, 0, { id: 'open' })
    keys.push(await storeArtifact(gone, run, `art_${n}`))
  }
  await storeRun(app, gone, { status: 'queued' })
  const other = await storeArtifact(kept, await storeRun(app, kept), 'art_kept')
  for (const { app_id } of [gone, kept])
    await app.sql`
      insert into test_recordings (id, app_id, key_hash, status, actions, created_date, expires_at)
      values (${`rcd_${app_id}`}, ${app_id}, ${Buffer.from(app_id)}, 'open', '[]', now(), now())`
  await app.as(owner).apps.delete({ app_id: gone.app_id })
  await app.atrium.jobs.drain()
  for (const table of TABLES) {
    expect(await countsOf(table), table).toEqual([{ app_id: kept.app_id, count: 1 }])
  }
  expect(await Promise.all(keys.map((key) => storage.size(key)))).toEqual(keys.map(() => null))
  expect(await storage.size(other)).toBe(3)
})

test('bytes that the storage does not delete now are found by the next try', async () => {
  const gone = await createFlow()
  const run = await storeRun(app, gone)
  const [key, stuck] = [
    await storeArtifact(gone, run, 'art_easy'),
    await storeArtifact(gone, run, 'art_stuck'),
  ]
  const deleteBytes = async (one: string) => {
    if (one === stuck) throw new StorageUnavailable('full')
    await storage.delete(one)
  }
  const { db } = app.atrium
  const deps = { db, log: collectedLog(), fileStorage: { delete: deleteBytes } } as unknown as Deps
  const context = { attempt: 1, signal: new AbortController().signal }
  const fact = { app_id: gone.app_id } as never
  await expect(deleteAppData.job.run(deps, fact, context)).rejects.toThrow('1 artifacts')
  expect([await storage.size(key), await storage.size(stuck)]).toEqual([null, 3])
  await deleteAppData.job.run({ ...deps, fileStorage: storage }, fact, context)
  expect(await storage.size(stuck)).toBe(null)
  for (const table of TABLES)
    expect((await countsOf(table)).filter(({ app_id }) => app_id === gone.app_id)).toEqual([])
})

async function countsOf(table: string) {
  const { rows } = await sql<{ app_id: string; count: number }>`
    select app_id, count(*)::integer as count from ${sql.table(table)} group by app_id`.execute(app.atrium.db)
  return rows
}
