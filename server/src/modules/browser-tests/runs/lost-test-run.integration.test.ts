import { expect, test } from 'vitest'
import { ADD, useTestRuns } from '../test/test-run-scene.ts'
import { notifyOfCancel } from './test-run-changes.ts'

const { app, browsers, makeFlow, start, drain, read, hang, rowOf } = useTestRuns()

test('a worker whose work is broken off does not end a run that another one has by now', async () => {
  const { began } = hang()
  const { id } = await start((await makeFlow({ steps: [{ ...ADD, timeout_ms: 60_000 }] })).id)
  const drained = drain()
  await began
  // The first step is done while it is still being stored that it began.
  await expect.poll(async () => (await read(id)).steps[0]?.status).toBe('running')
  await app.sql`update test_executions set worker = 'worker_new' where id = ${id}`
  await notifyOfCancel(app.atrium.db, id)
  await drained
  expect(browsers.closed).toBe(browsers.opened)
  expect(await read(id)).toMatchObject({ status: 'running', steps: [{ status: 'running' }] })
  expect((await rowOf(id))?.worker).toBe('worker_new')
})
