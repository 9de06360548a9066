/** A test or an app is deleted while its browser is open. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { ADD, useTestRuns } from '../../../../test/test-run-scene.ts'

const scene = useTestRuns()
const { app, at, browsers, owner, client, makeFlow, start, drain, read, report, holds } = scene

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
