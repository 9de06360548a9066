import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../../platform/errors.ts'
import { removeFolder } from '../../../platform/files/remove-folder.ts'
import { makeId } from '../../../platform/ids.ts'
import { createSlots } from '../../../platform/slots.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'

type FolderDeps = Pick<Deps, 'clock' | 'log' | 'codingSettings'>

const PREFIX = 'syn'
/** Sessions take longer, and look after their folders themselves. */
const OF_SESSIONS = 'cod_'
/** What takes longer was ended by a crash. */
const LEFT_OVER_MS = 60 * 60_000

/** Of one workspace, on one node: each copy takes its part of the disk and of the network. */
const MOST_AT_ONCE = 3
const PATIENCE_MS = 30_000
const takeSlot = createSlots(MOST_AT_ONCE)

/**
 * Gives the work a folder of its own that is not there yet, and removes it in any case. Waits while the workspace has as
 * many as it may have, and refuses with `forge_unavailable` when that takes long.
 */
export async function inWorkFolder<T>(
  deps: FolderDeps,
  workspaceId: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const leave = await takeSlot(workspaceId, AbortSignal.timeout(PATIENCE_MS)).catch((cause) => {
    throw refuse('forge_unavailable', { cause, message: BUSY, headers: { 'Retry-After': '30' } })
  })
  try {
    return await inFolder(deps, work)
  } finally {
    leave()
  }
}

const BUSY = 'Too much code of this workspace is being copied; try again in a moment.'

async function inFolder<T>(deps: FolderDeps, work: (folder: string) => Promise<T>): Promise<T> {
  const { workFolder } = deps.codingSettings
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  await tolerate(deps.log, 'folders of exchanged code were left', removeLeftovers(workFolder), undefined)
  const folder = join(workFolder, makeId(PREFIX, deps.clock.now()))
  try {
    return await work(folder)
  } finally {
    await tolerate(deps.log, 'a folder of exchanged code was left', removeFolder(folder), undefined)
  }
}

/** What exchanges of code, comparisons and chat turns left whose server was lost. */
export async function removeLeftovers(workFolder: string): Promise<void> {
  const names = await readdir(workFolder).catch(() => []) // there was never one
  for (const name of names) {
    if (name.startsWith(OF_SESSIONS)) continue
    const path = join(workFolder, name)
    const found = await stat(path).catch(() => null) // another node may remove it at the same moment
    // By the clock of the machine, as the file system writes it.
    if (found && Date.now() - found.mtimeMs > LEFT_OVER_MS) await removeFolder(path)
  }
}
