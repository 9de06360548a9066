/** A PostgreSQL that a killed Atrium left running on our folder, or whose remains look like it. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { commandLine, isAlive, pidIsTaken, sendSignal } from './living-process.ts'
import { endServer } from './postmaster.ts'
import { isListening, type SocketFolder } from './socket-folder.ts'

/** To be called by the holder of the folder's lock only: whatever still runs there belongs to nobody. */
export async function stopLeftOver(cluster: string, log: Log): Promise<void> {
  const pid = await pidInFile(cluster)
  if (pid === null) return
  if (!isServerOf(pid, cluster)) {
    // PostgreSQL would take any process with this id for its predecessor. In a container ids repeat.
    if (pidIsTaken(pid)) await rm(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  log.warn({ pid }, 'stopping the PostgreSQL that an earlier Atrium left running')
  const ended = await endServer(
    (name) => sendSignal(pid, name),
    (ms) => endsWithin(pid, ms),
  )
  if (!ended) {
    throw new Error(
      `PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop. End it, then start again.`,
    )
  }
}

/** Two containers on one data folder do not see each other's processes, but they see the socket. */
export async function refuseUnseenServer(cluster: string, socketFolder: SocketFolder): Promise<void> {
  if (!(await isListening(socketFolder))) return
  const pid = await pidInFile(cluster)
  if (pid !== null && isServerOf(pid, cluster)) return
  throw new Error(
    `A PostgreSQL that is not visible from here, perhaps in another container, is using ${cluster}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  )
}

async function pidInFile(cluster: string): Promise<number | null> {
  try {
    const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : null
  } catch {
    return null // no file, or no folder yet
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  const command = `${commandLine(pid)} `
  return isAlive(pid) && command.includes('postgres') && command.includes(` -D ${cluster} `)
}

async function endsWithin(pid: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  while (isAlive(pid)) {
    if (performance.now() > end) return false
    await wait(20)
  }
  return true
}
