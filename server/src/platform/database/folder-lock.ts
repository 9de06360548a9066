/** One Atrium per data folder: a lock file that names its holder, and is taken over when the holder is dead. */
import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive, startMark } from './living-process.ts'

export interface FolderLock {
  /** False when somebody removed or replaced the lock: anyone who held it must then not start anything. */
  isHeld(): Promise<boolean>
  release(): Promise<void>
}

/** A server goes on until it is stopped; a command of the operator is soon done. */
export type HeldBy = 'server' | 'operator'

export interface Holder {
  pid: number
  by: HeldBy
}

/** Another living Atrium holds the folder. */
export class FolderInUse extends Error {
  readonly holder: Holder

  constructor(folder: string, holder: Holder) {
    super(
      holder.by === 'server'
        ? `Another Atrium (process ${holder.pid}) is using the data folder ${folder}. ` +
            'Stop it first, or give this one a folder of its own with DATA_DIR.'
        : `A command of the operator (process ${holder.pid}) is using the data folder ${folder}. Wait for its end.`,
    )
    this.holder = holder
  }
}

/** Throws, naming the process, when another living Atrium holds the folder. */
export async function lockFolder(folder: string, by: HeldBy = 'server'): Promise<FolderLock> {
  const path = join(folder, LOCK)
  const key = randomBytes(8).toString('hex')
  const own = JSON.stringify({ pid: process.pid, started: startMark(process.pid), key, by })
  // Written aside and linked: the lock appears whole or not at all.
  const draft = `${path}.${key}`
  await writeFile(draft, own, { flag: 'wx', mode: 0o644 })
  try {
    while (!(await linkIfFree(draft, path))) {
      const found = await readIfThere(path)
      if (found === null) continue
      const holder = livingHolder(found)
      if (holder !== null) throw new FolderInUse(folder, holder)
      await removeStale(path, found, draft)
    }
  } finally {
    await rm(draft, { force: true })
  }

  const isHeld = async () => (await readIfThere(path)) === own
  return {
    isHeld,
    async release() {
      if (await isHeld()) await rm(path, { force: true })
    },
  }
}

/** The living process that holds the folder; null when there is none. */
export async function findHolder(folder: string): Promise<Holder | null> {
  const found = await readIfThere(join(folder, LOCK))
  return found === null ? null : livingHolder(found)
}

const LOCK = 'atrium.lock'

async function linkIfFree(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Null when the process has ended, and for a torn file, which a power cut may leave. */
function livingHolder(text: string): Holder | null {
  try {
    const { pid, started, by } = JSON.parse(text)
    const isLiving = Number.isInteger(pid) && isAlive(pid) && startMark(pid) === started
    return isLiving ? { pid, by: by === 'operator' ? by : 'server' } : null
  } catch {
    return null
  }
}

/**
 * Of all that found the lock stale, one at a time looks again and removes it: else the second would remove the
 * new lock of the first.
 */
async function removeStale(path: string, judged: string, draft: string): Promise<void> {
  const guard = `${path}.takeover`
  const giveUpAt = performance.now() + LONGEST_TAKEOVER_MS
  while (!(await linkIfFree(draft, guard))) {
    const found = await readIfThere(guard)
    if (found !== null && livingHolder(found) === null) await moveAside(guard, found, `${draft}.stale`)
    else if (performance.now() > giveUpAt)
      throw new Error(`${guard} is in the way. Remove it, then start again.`)
    else await wait(5)
  }
  try {
    if ((await readIfThere(path)) === judged) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

const LONGEST_TAKEOVER_MS = 5_000

/** Removes what a process left that was killed during a take-over. What is newer than judged is put back. */
async function moveAside(path: string, judged: string, aside: string): Promise<void> {
  try {
    await rename(path, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readIfThere(aside)) !== judged) await linkIfFree(aside, path)
  await rm(aside, { force: true })
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
