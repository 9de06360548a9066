/** Where browsers write: a folder of this process in the one for temporary files, and one in it for each session. */
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../platform/database/living-process.ts'

const NAME = /^atrium-browser-(\d+)-/

/** Named after this process. Those of servers that were killed go now. */
export async function makeProcessFolder(parent = tmpdir()): Promise<string> {
  const left = (await readdir(parent)).filter((name) => {
    const pid = Number(NAME.exec(name)?.[1])
    return pid > 0 && !isAlive(pid)
  })
  await Promise.all(left.map((name) => removeFolder(join(parent, name))))
  return mkdtemp(join(parent, `atrium-browser-${process.pid}-`))
}

/** Machines sweep temporary files that lie unused for days, and then anybody may make a folder of that name. */
export async function isStillOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  if (!found?.isDirectory()) return false
  return found.uid === (process.getuid?.() ?? found.uid)
}

export async function makeSessionFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 's-'))
  await Promise.all(['profile', 'artifacts', 'traces', 'tmp'].map((name) => mkdir(join(folder, name))))
  return folder
}

/** Processes that are just ending may still write: tried again. What cannot be removed is swept later. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch(() => {})
}
