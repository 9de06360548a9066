/** Runs Atrium on a small file system of its own, fills that, and frees it again. */
import { spawnSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type FolderWriters, startFolderWriters } from '../../server/processes/folder-writers.ts'
import { clientOf, endPostmaster, spawnNode } from '../../server/processes/node-process.ts'
import { until } from '../../server/processes/until.ts'
import { faultsOf, useUpLog } from './inspect-database.ts'

/** Returns what was lost or is broken, as sentences. */
export async function fillDisk(folder: string): Promise<string[]> {
  mount(folder)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const node = spawnNode({ settings: { DATA_DIR: dataDir, RATE_LIMITS: 'off' } })
  let writers: FolderWriters | null = null
  try {
    await node.waitReady()
    const client = clientOf(node, node.token ?? '')
    writers = startFolderWriters({ client: () => client, count: 6 })
    await until('writes', hundredMore(writers))

    const ballast = join(folder, 'ballast')
    await fill(ballast)
    await refusedFor(writers, 'the tables cannot grow')
    await rm(ballast)
    await until('writes again', hundredMore(writers), 60_000)

    await fill(ballast)
    await useUpLog(dataDir)
    await refusedFor(writers, 'PostgreSQL cannot even run')
    await rm(ballast)
    const freedAt = performance.now()
    await until('writes again', hundredMore(writers), 60_000)
    console.log(`works again ${((performance.now() - freedAt) / 1000).toFixed(1)} s after space was freed`)

    await writers.pause()
    const { folders } = await until('the folders', client.folders.tree)
    const wrong = [...writers.compare(folders), ...(await faultsOf(dataDir))]
    console.log(`${writers.answered} writes answered, of which lost or wrong: ${wrong.length}`)
    return wrong
  } catch (error) {
    console.error(node.output().slice(-4_000))
    throw error
  } finally {
    await node.stop()
    await writers?.stop()
    await endPostmaster(dataDir)
    spawnSync('umount', [folder])
  }
}

const SIZE_MB = 256
const FULL_MS = 8_000

function mount(folder: string): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`A small file system cannot be mounted here, it needs root: ${stderr}`)
}

/** To the last byte. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const write = (block: Buffer) => file.write(block).catch(() => ({ bytesWritten: 0 }))
  try {
    for (let size = 1024 * 1024; size >= 512; size /= 2) {
      const block = Buffer.alloc(size)
      while ((await write(block)).bytesWritten === size);
    }
  } finally {
    await file.close()
  }
}

/** Prints what the writers are reported; anything but a clear refusal is an error. */
async function refusedFor(writers: FolderWriters, what: string): Promise<void> {
  const before = new Map(writers.refusals)
  const answered = writers.answered
  const isRefused = () => [...writers.refusals].some(([kind, count]) => count > (before.get(kind) ?? 0))
  await until('a refusal', isRefused, 120_000)
  await wait(FULL_MS)
  const counts = [...writers.refusals].map(
    ([kind, count]) => [kind, count - (before.get(kind) ?? 0)] as const,
  )
  const reported = counts.filter(([, count]) => count > 0)
  console.log(
    `${what}: ${reported.map((pair) => pair.join(' × ')).join(', ')}; ${writers.answered - answered} done`,
  )
  const unclear = reported.filter(
    ([kind]) => !['507 storage_full', '503 database_unavailable'].includes(kind),
  )
  if (unclear.length > 0) throw new Error(`Unclear answers: ${unclear.map(([kind]) => kind).join(', ')}`)
}

function hundredMore(writers: FolderWriters): () => boolean {
  const wanted = writers.answered + 100
  return () => writers.answered >= wanted
}
