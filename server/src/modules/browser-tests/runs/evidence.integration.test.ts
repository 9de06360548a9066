import { expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { createLog } from '../../../platform/log.ts'
import { S3_ACCOUNT, startS3Server } from '../../../ports/file-storage/test/s3-server.ts'
import { useTestRuns } from '../test/test-run-scene.ts'
import { createEvidenceWriter, MOST_RUN_BYTES, MOST_SCREENSHOT_BYTES } from './evidence.ts'
import { testRunStore } from './test-run-store.ts'

const s3 = useStarted(startS3Server)
const { app, at, browsers, client, makeFlow, start, drain, run, report } = useTestRuns(() => ({
  s3: { ...S3_ACCOUNT, endpoint: s3.endpoint },
}))

test('evidence that the storage does not take does not fail a run, and reading says that it is away', {
  tags: 'slow',
}, async () => {
  const done = await run()
  const id = done.steps[0]?.screenshot_id ?? ''
  const path = { ...at, execution_id: done.id, artifact_id: id }
  s3.fail({ status: 500 }, { status: 500 }, { status: 500 })
  await expect(client().test_runs.read_artifact(path)).rejects.toEqual(
    refusal(503, 'file_storage_unavailable'),
  )
  // Each is tried three times: the page of the start, a screenshot and a page for each of two steps.
  s3.fail(...Array.from({ length: 15 }, () => ({ status: 500 })))
  const without = await run()
  expect(without).toMatchObject({ status: 'passed', steps: [{ screenshot_id: null }, { snapshot_id: null }] })
  expect((await report(without.id)).artifacts).toEqual([])
})

test('pages may show what no database takes', { tags: 'slow' }, async () => {
  const odd = 'a\0b\ud800c'
  const nodes = [
    { role: 'status', name: odd },
    { role: 'button', name: `Add ${odd}` },
  ]
  browsers.site['/'] = { nodes, console_errors: [odd] }
  const steps = [
    { instruction: 'Read', params: { as: 'odd', target: { role: 'status' } } },
    { instruction: 'Click the first button' },
    {
      instruction: 'See',
      params: { expect: 'text' as const, target: { role: 'status' }, value: '{{odd}}?' },
    },
  ]
  const done = await run(await makeFlow({ steps }))
  expect(done).toMatchObject({
    status: 'failed',
    error: { code: 'assertion_failed', message: expect.stringContaining('a\ufffdb\ufffdc?') },
    steps: [{ extracted: 'a\ufffdb\ufffdc', console_errors: ['a\ufffdb\ufffdc'] }, { status: 'passed' }, {}],
  })
})

/** A run that a worker has taken. */
async function startHeld() {
  const { id } = await start((await makeFlow()).id)
  const worker = 'worker_test'
  const held = await testRunStore(app.atrium.db).claimOldest(worker, app.clock.now())
  if (held?.id !== id) throw new Error('another run was claimed')
  return { ...held, worker }
}

test('what was kept of a run before it was handed back is no evidence of it', async () => {
  const { db } = app.atrium
  const held = await startHeld()
  const fileStorage = { put: async () => ({ size: 1 }) } as never
  const writer = createEvidenceWriter({ db, clock: app.clock, log: createLog('silent'), fileStorage }, held)
  const early = await writer.write('screenshot', 'add', Buffer.alloc(1))
  expect(early).toEqual(expect.any(String))
  expect(await testRunStore(db).release(held)).toBe(true)
  await drain()
  const { verdict, artifacts } = await report(held.id)
  expect(verdict).toBe('passed')
  expect(artifacts.map(({ id }) => id)).not.toContain(early)
})

test('a run keeps only so many bytes, and no screenshot that is too large', async () => {
  const held = await startHeld()
  const sizes: number[] = []
  const fileStorage = {
    async put(_key: string, bytes: AsyncIterable<Uint8Array>) {
      let size = 0
      for await (const part of bytes) size += part.length
      sizes.push(size)
      return { size }
    },
  }
  const writer = createEvidenceWriter(
    { db: app.atrium.db, clock: app.clock, log: createLog('silent'), fileStorage: fileStorage as never },
    held,
  )
  expect(await writer.write('screenshot', 'a', Buffer.alloc(MOST_SCREENSHOT_BYTES + 1))).toBeNull()
  expect(await writer.write('screenshot', 'a', Buffer.alloc(MOST_SCREENSHOT_BYTES))).toEqual(
    expect.any(String),
  )
  expect(
    await writer.write('trace', null, Buffer.alloc(MOST_RUN_BYTES - MOST_SCREENSHOT_BYTES + 1)),
  ).toBeNull()
  expect(await writer.write('trace', null, Buffer.alloc(1_000))).toEqual(expect.any(String))
  expect(sizes).toEqual([MOST_SCREENSHOT_BYTES, 1_000])
})
