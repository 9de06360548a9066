/**
 * Kills Atrium and its PostgreSQL at random moments under writing clients, again and again, and holds the database
 * against every answer: `npm run chaos -- --rounds 1000 --minutes 5` ends with whichever comes first. With
 * `webhooks` it does the same, and more, to the delivery of webhooks: `npm run chaos -- webhooks --rounds 200`; with `workflows`
 * to their runs, with `coding` to coding sessions, with `idempotency` to requests that are repeated by their key; with
 * `backup` it takes and restores backups under a load. With `--full-disk` it fills the disk instead, which needs root for a small file system of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endPostmaster } from '../server/processes/node-process.ts'
import { backupRounds } from './chaos/backup-rounds.ts'
import { codingRounds } from './chaos/coding-rounds.ts'
import { fillDisk } from './chaos/full-disk.ts'
import { idempotencyRounds } from './chaos/idempotency-rounds.ts'
import { killRounds } from './chaos/kill-rounds.ts'
import { webhookRounds } from './chaos/webhook-rounds.ts'
import { workflowRounds } from './chaos/workflow-rounds.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '5' },
    'full-disk': { type: 'boolean', default: false },
  },
})

const dataDir = await mkdtemp(join(tmpdir(), 'atrium-chaos-'))
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
const deadline = AbortSignal.timeout(Number(flags.minutes) * 60_000)
try {
  const wrong = flags['full-disk']
    ? await fillDisk(dataDir)
    : await roundsOf(positionals)({
        dataDir,
        rounds: Number(flags.rounds),
        ending: AbortSignal.any([deadline, interrupted.signal]),
      })
  for (const sentence of wrong) console.log(`  LOST  ${sentence}`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  for (const folder of [dataDir, join(dataDir, 'data')]) await endPostmaster(folder)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

function roundsOf(named: readonly string[]) {
  if (named.includes('webhooks')) return webhookRounds
  if (named.includes('coding')) return codingRounds
  if (named.includes('backup')) return backupRounds
  if (named.includes('idempotency')) return idempotencyRounds
  return named.includes('workflows') ? workflowRounds : killRounds
}
