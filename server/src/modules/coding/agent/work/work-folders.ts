import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../../../platform/files/remove-folder.ts'
import type { Deps } from '../../deps.ts'
import { type Holder, heldSessionStore } from './held-session-store.ts'

/** One for each time that a session is taken: a worker that does not know yet that it lost the session has another. */
export function workFolderOf(
  { codingSettings }: Pick<Deps, 'codingSettings'>,
  { id, worker }: Holder,
): string {
  return join(codingSettings.workFolder, `${id}.${worker}`)
}

export async function removeWorkFolder(deps: Pick<Deps, 'codingSettings'>, holder: Holder): Promise<void> {
  await removeFolder(workFolderOf(deps, holder))
}

const NAME = /^cod_[0-9a-z]+\.(worker_[0-9a-z]+)$/

/** Removes the folders of workers that do not have their session any more: their server was lost. */
export async function removeLeftFolders({
  db,
  clock,
  codingSettings,
}: Pick<Deps, 'db' | 'clock' | 'codingSettings'>): Promise<void> {
  const names = await readdir(codingSettings.workFolder).catch(() => [])
  const workers = new Map<string, string>()
  for (const name of names) {
    const [, worker] = NAME.exec(name) ?? []
    if (worker) workers.set(worker, name)
  }
  if (workers.size === 0) return
  const holders = new Set(await heldSessionStore(db).listHolders([...workers.keys()], clock.now()))
  for (const [worker, name] of workers)
    if (!holders.has(worker)) await removeFolder(join(codingSettings.workFolder, name))
}
