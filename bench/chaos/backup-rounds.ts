/**
 * Takes backups of a server while clients write to it, restores each into a folder of its own and starts it: what was
 * answered before a backup began must be in it.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { clientOf, spawnNode } from '../../server/processes/node-process.ts'
import { until } from '../../server/processes/until.ts'
import { folderPlace } from '../../server/src/platform/backup/folder-place.ts'
import { recoverDatabase } from '../../server/src/platform/backup/recover-database.ts'
import { openBackup, unpackBackup } from '../../server/src/platform/backup/restore-backup.ts'
import { findLive } from '../../server/src/platform/database/find-live.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { startProcess } from '../../server/src/platform/threads/start-process.ts'
import type { BackupReply, BackupTask } from '../../server/src/wiring/backup-process.ts'

const WRITERS = 8
/** Each waits between its writes: a load that leaves the machine room, as one does that people make. */
const PAUSE_MS = 20
const REST_MS = 1_000

export async function backupRounds(options: {
  dataDir: string
  rounds: number
  ending: AbortSignal
}): Promise<string[]> {
  const { rounds, ending } = options
  const dataDir = join(options.dataDir, 'data')
  const folder = join(options.dataDir, 'place')
  await mkdir(dataDir)
  const node = spawnNode({ settings: { DATA_DIR: dataDir, RATE_LIMITS: 'off' } })
  const wrong: string[] = []
  const during: number[] = []
  const between: number[] = []
  const answered: string[] = []
  /** Restoring takes the processor too, and not from a server in use: what is written then counts for neither. */
  let phase: 'resting' | 'taking' | 'restoring' = 'resting'
  let isStopping = false
  let done = 0
  const taker = await startTaker()
  // The process that takes backups does not keep this one alive by itself.
  const alive = setInterval(() => {}, 1_000)
  try {
    await node.waitReady()
    const client = clientOf(node, node.token ?? '')
    const { id: app_id } = await client.apps.create({ name: 'Load' })
    await client.schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isStopping) {
        const began = phase
        const start = performance.now()
        try {
          const { id } = await client.records.create(
            { app_id, entity_name: 'Task' },
            { title: 'x'.repeat(100) },
          )
          answered.push(String(id))
          const took = performance.now() - start
          if (began === phase && phase !== 'restoring') (phase === 'taking' ? during : between).push(took)
        } catch (error) {
          if (!isStopping) wrong.push(`A write failed: ${(error as Error).message}`)
        }
        await wait(PAUSE_MS)
      }
    })
    await until('a load', () => answered.length > 100, 300_000)
    between.length = 0

    while (done < rounds && !ending.aborted && wrong.length === 0) {
      phase = 'resting'
      await wait(REST_MS)
      const before = answered.length
      phase = 'taking'
      const reply = await taker.do(await taskOf(dataDir, folder), {
        milliseconds: 600_000,
        signal: undefined,
      })
      phase = 'restoring'
      if (!('manifest' in reply)) {
        wrong.push(`Backup ${done + 1} failed: ${JSON.stringify(reply)}`)
        break
      }
      wrong.push(
        ...(await restoredWithout(options.dataDir, folder, reply.manifest.id, answered.slice(0, before))),
      )
      done++
      if (process.stdout.isTTY) process.stdout.write(`\r${done} rounds`)
    }
    isStopping = true
    await Promise.all(writers)
    const end = await node.stop()
    if (end !== 0) wrong.push(`The server ended with ${end}`)
  } finally {
    isStopping = true
    await taker.end()
    clearInterval(alive)
    await node.kill('SIGKILL')
  }
  const ratio = percentile(during, 0.99) / percentile(between, 0.99)
  console.log(`\rrounds            ${done}`)
  console.log(`writes answered   ${answered.length}`)
  console.log(`lost or wrong     ${wrong.length}`)
  for (const share of [0.5, 0.99]) {
    console.log(
      `p${share * 100} of a write   ${percentile(between, share).toFixed(1)} ms between backups, ${percentile(during, share).toFixed(1)} ms during one`,
    )
  }
  console.log(`p99 during / between  ${ratio.toFixed(2)}`)
  return wrong
}

function startTaker() {
  const file = new URL('../../server/src/wiring/backup-process.ts', import.meta.url)
  return startProcess<BackupTask, BackupReply>({ file, megabytes: 512, niceness: 5 })
}

async function taskOf(dataDir: string, folder: string): Promise<BackupTask> {
  const connection = await findLive(dataDir)
  if (connection === null) throw new Error('The server is gone')
  const where = { place: { folder }, dataDir, caFile: null }
  return { connection, dataDir, where, passphrase: null, keyIds: ['none'], line: null }
}

/** Sentences about what the restored database lacks. */
async function restoredWithout(
  root: string,
  folder: string,
  id: string,
  expected: readonly string[],
): Promise<string[]> {
  const place = folderPlace(folder)
  const restored = join(root, 'restored')
  try {
    await unpackBackup(place, await openBackup(place, id, null), restored)
    const log = createLog('warn')
    const found = await recoverDatabase({ dataDir: restored, log, until: null }, (client) =>
      recordIds(client),
    )
    const lost = expected.filter((one) => !found.has(one))
    return lost.length === 0
      ? []
      : [`${id} lacks ${lost.length} of ${expected.length} records, such as ${lost[0]}`]
  } catch (error) {
    return [`${id} cannot be restored: ${(error as Error).message}`]
  } finally {
    await rm(restored, { recursive: true, force: true, maxRetries: 5 })
    await place.remove(id)
  }
}

async function recordIds(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query('select id from records')
  return new Set(rows.map((row) => row.id))
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
