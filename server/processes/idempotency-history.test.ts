/** The short form of `npm run chaos -- idempotency`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { idempotencyHistory } from './idempotency-history.ts'
import { endPostmaster } from './node-process.ts'

test('what is created with a key is there once, however often its node is killed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-keys-'))
  onTestFinished(async () => {
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const report = await idempotencyHistory({ dataDir, rounds: 4, seed: 24 })
  expect(report.wrong).toEqual([])
  expect(report.rounds).toBe(4)
  expect(report.done['records.create']).toBeGreaterThan(0)
  expect(report.lost).toBeGreaterThan(0)
  expect(report.replayed).toBeGreaterThan(0)
}, 240_000)
