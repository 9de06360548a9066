import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { localStorage } from '../../../ports/file-storage/local.ts'
import { StorageUnavailable } from '../../../ports/file-storage/port.ts'
import type { Deps } from '../deps.ts'
import { storeRun } from '../test/flow-scene.ts'
import { useTestRuns } from '../test/test-run-scene.ts'
import { ARTIFACT_BYTES_PER_APP, purgeTestRuns, RUNS_PER_APP, RUNS_PER_FLOW } from './purge-test-runs.ts'

const data_dir = useFolder()
const scene = useTestRuns(() => ({ data_dir }))
const { app, at, owner, client, makeFlow, run, report, drain } = scene
const DAY_SECONDS = 86_400

const purge = async () => {
  await transaction(app.atrium.db, (tx) => app.atrium.jobs.send(tx, purgeTestRuns, {}))
  await drain()
}

const storage = localStorage({ folder: join(data_dir, 'uploads') })
const sizesOf = (keys: readonly string[]) => Promise.all(keys.map((key) => storage.size(key)))
const keysOf = async (execution_id: string) => {
  const rows = await app.sql<{ storage_key: string }>`
    select storage_key from test_artifacts where execution_id = ${execution_id}`
  return rows.map(({ storage_key }) => storage_key)
}

describe('the purge', () => {
  test('removes evidence after 30 days with its bytes; the report stays', async () => {
    const old = await run()
    app.clock.move(20 * DAY_SECONDS)
    const newer = await run()
    app.clock.move(11 * DAY_SECONDS)
    const [gone, kept] = [await keysOf(old.id), await keysOf(newer.id)]
    await purge()
    expect(await sizesOf(gone)).toEqual(gone.map(() => null))
    expect(await sizesOf(kept)).toEqual(kept.map(() => expect.any(Number)))
    expect(await report(old.id)).toMatchObject({ verdict: 'passed', artifacts: [] })
    expect((await report(newer.id)).artifacts.length).toBe(5)
    expect((await app.sql`select from test_artifacts where execution_id = ${old.id}`).length).toBe(0)
  })

  test('removes the oldest evidence of each app that has more than it may keep', async () => {
    const flow = await makeFlow()
    const execution_id = await storeRun(app, { ...at, flow_id: flow.id }, { id: 'exe_full' })
    const other = { app_id: (await app.make.app(owner)).id, flow_id: flow.id }
    const small = await storeRun(app, other, { id: 'exe_small' })
    const second = { app_id: (await app.make.app(owner)).id, flow_id: flow.id }
    const full_too = await storeRun(app, second, { id: 'exe_full_too' })
    const store = (id: string, app_id: string, run_id: string, bytes: number) => app.sql`
      insert into test_artifacts (id, app_id, execution_id, kind, content_type, bytes, storage_key, created_date)
      values (${id}, ${app_id}, ${run_id}, 'trace', 'application/zip', ${bytes}, ${`tests/${id}`}, ${app.clock.now()})`
    const third = Math.floor(ARTIFACT_BYTES_PER_APP / 3)
    for (const n of [1, 2, 3, 4, 5]) await store(`art_full_${n}`, at.app_id, execution_id, third)
    await store('art_a_small', other.app_id, small, third)
    for (const n of [1, 2, 3, 4]) await store(`art_too_${n}`, second.app_id, full_too, third)
    await purge()
    const left =
      await app.sql`select id from test_artifacts where execution_id in (${execution_id}, ${small}, ${full_too}) order by id`
    expect(left.map(({ id }) => id)).toEqual([
      'art_a_small',
      ...['art_full_3', 'art_full_4', 'art_full_5'],
      ...['art_too_2', 'art_too_3', 'art_too_4'],
    ])
  })

  test('keeps the newest runs of a test, and those that have not ended', async () => {
    const flow = await makeFlow()
    const kept = await run(flow)
    await app.sql`
      insert into test_executions (id, app_id, flow_id, flow_name, flow, status, trigger, created_date, completed_at)
      select 'exe_0' || to_char(n, 'FM0000'), ${at.app_id}, ${flow.id}, 'Buy', '{}', 'passed', 'manual', now(), now()
        from generate_series(1, ${RUNS_PER_FLOW + 4}::integer) n`
    // One of another app that names the same test, as archives may bring them, is none of its own.
    const other = { app_id: (await app.make.app(owner)).id, flow_id: flow.id }
    await storeRun(app, other, { id: 'exe_00000' })
    const open = await storeRun(app, { ...at, flow_id: flow.id }, { id: 'exe_0000', status: 'queued' })
    await purge()
    expect(await app.sql`select id from test_executions where app_id = ${other.app_id}`).toEqual([
      { id: 'exe_00000' },
    ])
    const left = await app.sql<{ id: string }>`
      select id from test_executions where flow_id = ${flow.id} and app_id = ${at.app_id} order by id`
    expect(left.length).toBe(RUNS_PER_FLOW + 1)
    expect(left.slice(0, 2).map(({ id }) => id)).toEqual([open, 'exe_00006'])
    expect((await client().test_runs.read({ ...at, execution_id: kept.id })).id).toBe(kept.id)
  })

  test('keeps a run whose bytes cannot be deleted now, and removes it once they can', async () => {
    const flow = await makeFlow()
    const place = { ...at, flow_id: flow.id }
    const oldest = await storeRun(app, place, { id: 'exe_2_oldest' })
    await app.sql`
      insert into test_executions (id, app_id, flow_id, flow_name, flow, status, trigger, created_date, completed_at)
      select 'exe_3' || to_char(n, 'FM0000'), ${at.app_id}, ${flow.id}, 'Buy', '{}', 'passed', 'manual', now(), now()
        from generate_series(1, ${RUNS_PER_FLOW}::integer) n`
    await app.sql`
      insert into test_artifacts (id, app_id, execution_id, kind, content_type, bytes, storage_key, created_date)
      values ('art_stuck', ${at.app_id}, ${oldest}, 'trace', 'application/zip', 3, 'tests/stuck', ${app.clock.now()})`
    const purgeWith = (deleteBytes: () => Promise<void>) => {
      const { db } = app.atrium
      const deps = { db, clock: app.clock, log: collectedLog(), fileStorage: { delete: deleteBytes } }
      const context = { attempt: 1, signal: new AbortController().signal }
      return purgeTestRuns.run(deps as unknown as Deps, {}, context)
    }
    const left =
      () => app.sql`select a.id from test_artifacts a join test_executions e on e.id = a.execution_id
      where e.id = ${oldest}`
    await purgeWith(() => Promise.reject(new StorageUnavailable('away')))
    expect(await left()).toEqual([{ id: 'art_stuck' }])
    await purgeWith(async () => {})
    expect(await left()).toEqual([])
    expect(await app.sql`select from test_executions where id = ${oldest}`).toEqual([])
  })

  test('keeps the newest runs of an app, however many tests they are of', async () => {
    await app.sql`
      insert into test_executions (id, app_id, flow_id, flow_name, flow, status, trigger, created_date, completed_at)
      select 'exe_1' || to_char(n, 'FM00000'), ${at.app_id}, 'flw_' || n % 20, 'Buy', '{}', 'passed', 'manual', now(), now()
        from generate_series(1, ${RUNS_PER_APP + 3}::integer) n`
    await purge()
    const [left] = await app.sql<{ count: number; oldest: string }>`
      select count(*)::integer as count, min(id) as oldest from test_executions where app_id = ${at.app_id}`
    expect(left).toEqual({ count: RUNS_PER_APP, oldest: 'exe_100004' })
  })

  test('removes recordings whose time is over', async () => {
    await app.sql`
      insert into test_recordings (id, app_id, key_hash, status, actions, created_date, expires_at)
      values ('rcd_old', ${at.app_id}, '\\x01', 'open', '[]', now(), ${new Date(app.clock.now().getTime() - 1_000)}),
             ('rcd_new', ${at.app_id}, '\\x02', 'open', '[]', now(), ${new Date(app.clock.now().getTime() + 60_000)})`
    await purge()
    expect(await app.sql`select id from test_recordings where app_id = ${at.app_id}`).toEqual([
      { id: 'rcd_new' },
    ])
  })
})
