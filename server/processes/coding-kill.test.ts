/** The short form of `npm run chaos -- coding`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SEED } from '../test/random-runs.ts'
import { codingHistory } from './coding-history.ts'
import { endPostmaster } from './node-process.ts'

test('sessions survive killed nodes: one pull request each, no pushed commit lost, none stuck', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-coding-'))
  onTestFinished(async () => {
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const report = await codingHistory({ dataDir, rounds: 2, seed: SEED })
  expect(report.wrong).toEqual([])
  expect(report.rounds).toBe(2)
  expect(report.pullRequests).toBeGreaterThan(0)
}, 600_000)
