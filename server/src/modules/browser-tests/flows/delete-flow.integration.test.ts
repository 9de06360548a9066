/** A test or an app is deleted while its browser is open. */
import { operations } from '@atrium/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { ADD, useTestRuns } from '../test/test-run-scene.ts'

const scene = useTestRuns()
const { app, at, browsers, owner, viewer, client, makeFlow, start, drain, read, report, holds } = scene

/** A run in whose page a click has no end. */
async function openBrowser(fields: object = {}) {
  const flow = await makeFlow({ steps: [{ ...ADD, timeout_ms: 60_000 }], ...fields })
  const { id } = await start(flow.id)
  const { began } = scene.hang()
  const drained = drain()
  await began
  expect(browsers.happened.at(-1)).toBe('click button "Add to cart"')
  return { flow_id: flow.id, execution_id: id, drained }
}

describe('deleting a test that runs', () => {
  test('closes its browser first, and the run is listed as cancelled with its report', async () => {
    const { flow_id, execution_id, drained } = await openBrowser()
    expect(await client().flows.delete({ ...at, flow_id })).toEqual({ success: true })
    expect(browsers.happened.at(-1)).toBe('close')
    const ENDED = { id: execution_id, flow_name: 'Buy', status: 'cancelled', cancel_reason: 'flow_deleted' }
    expect((await client().test_runs.list(at, { flow_id })).items).toMatchObject([ENDED])
    expect(await read(execution_id)).toMatchObject(ENDED)
    expect(await report(execution_id)).toMatchObject({ verdict: 'cancelled', flow_name: 'Buy' })
    expect(await holds()).toBe(0)
    await drained
    await expect(start(flow_id)).rejects.toEqual(refusal(404, 'flow_not_found'))
  })

  test('does so on another node', async () => {
    const other = await startApp({ database_url: app.databaseUrl, rate_limits: 'off' })
    const { flow_id, execution_id, drained } = await openBrowser()
    expect(await other.as(owner).flows.delete({ ...at, flow_id })).toEqual({ success: true })
    expect(browsers.happened.at(-1)).toBe('close')
    expect(await read(execution_id)).toMatchObject({ status: 'cancelled', cancel_reason: 'flow_deleted' })
    await drained
  })

  test('by several at once succeeds once', async () => {
    const { flow_id, drained } = await openBrowser()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => client().flows.delete({ ...at, flow_id })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([
      refusal(404, 'flow_not_found'),
      refusal(404, 'flow_not_found'),
    ])
    await drained
  })

  test('removes the user whom the run made', async () => {
    const { flow_id, drained } = await openBrowser({ role: 'buyer' })
    const users = async () => (await client().app_users.list(at)).items
    expect(await users()).toMatchObject([{ role: 'buyer', status: 'active' }])
    await client().flows.delete({ ...at, flow_id })
    await drained
    expect(await users()).toEqual([])
  })
})

// Spec: authentication, rules 1, 5 and 6.
test('deleting is for full tokens of people who edit the app; others leave test and run alone', async () => {
  const flow = await makeFlow()
  const { id } = await start(flow.id)
  const remove = (who: Person | string) => app.as(who).flows.delete({ ...at, flow_id: flow.id })
  const { secret } = await app.make.credential({ kind: 'workspace_key', workspace_id: owner.workspace_id })
  await expect(remove(secret)).rejects.toEqual(refusal(403, 'workspace_key_not_allowed'))
  const readOnly = await app.make.token(owner, { permission: 'read_only' })
  await expect(remove(readOnly)).rejects.toEqual(refusal(403, 'read_only_credential_route_not_allowed'))
  const elsewhere = await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] })
  await expect(remove(elsewhere)).rejects.toEqual(refusal(404, 'app_not_found'))
  await expect(remove(viewer)).rejects.toEqual(refusal(403, 'editor_required'))
  expect(await read(id)).toMatchObject({ status: 'queued' })
  expect(await remove(await app.make.token(owner))).toEqual({ success: true })
})

// Spec: limits, test deletion.
test('deleting is limited to 300 a minute for each caller and app', () => {
  expect(operations.flows.delete.limit).toEqual({ per_minute: 300, bucket: 'caller+app' })
})

test('deleting the app closes the browser and leaves nothing', async () => {
  // The first one is busy with the run.
  const other = await startApp({ database_url: app.databaseUrl, rate_limits: 'off' })
  const { drained } = await openBrowser()
  await client().apps.delete(at)
  await other.atrium.jobs.drain()
  expect(browsers.happened.at(-1)).toBe('close')
  for (const table of ['test_flows', 'test_executions', 'test_artifacts'])
    expect(await rowsOf(table), table).toEqual([])
  await drained
})

async function rowsOf(table: string) {
  const { rows } = await sql`select from ${sql.table(table)} where app_id = ${at.app_id}`.execute(
    app.atrium.db,
  )
  return rows
}
