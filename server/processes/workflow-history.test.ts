/** The short form of `npm run chaos -- workflows`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endPostmaster } from './node-process.ts'
import { workflowHistory } from './workflow-history.ts'

test('runs survive killed nodes: own effects once, calls at least once, none lost or stuck', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-workflows-'))
  onTestFinished(async () => {
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const report = await workflowHistory({ dataDir, rounds: 3 })
  expect(report.wrong).toEqual([])
  expect(report.kills + report.freezes).toBe(3)
  expect(report.runs).toBeGreaterThan(3)
}, 240_000)
