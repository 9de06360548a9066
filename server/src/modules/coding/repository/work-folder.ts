import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeId } from '../../../platform/ids.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'

type FolderDeps = Pick<Deps, 'clock' | 'log' | 'codingSettings'>

const PREFIX = 'syn'
/** An exchange that takes longer was ended by a crash. */
const LEFT_OVER_MS = 60 * 60_000

/** Gives the work a folder of its own that is not there yet, and removes it in any case. */
export async function inWorkFolder<T>(deps: FolderDeps, work: (folder: string) => Promise<T>): Promise<T> {
  const { workFolder } = deps.codingSettings
  await mkdir(workFolder, { recursive: true })
  await tolerate(deps.log, 'folders of exchanged code were left', removeLeftovers(workFolder), undefined)
  const folder = join(workFolder, makeId(PREFIX, deps.clock.now()))
  try {
    return await work(folder)
  } finally {
    await tolerate(deps.log, 'a folder of exchanged code was left', remove(folder), undefined)
  }
}

async function removeLeftovers(workFolder: string): Promise<void> {
  for (const name of await readdir(workFolder)) {
    if (!name.startsWith(`${PREFIX}_`)) continue
    const path = join(workFolder, name)
    const found = await stat(path).catch(() => null) // another node may remove it at the same moment
    // By the clock of the machine, as the file system writes it.
    if (found && Date.now() - found.mtimeMs > LEFT_OVER_MS) await remove(path)
  }
}

const remove = (path: string) => rm(path, { recursive: true, force: true })
