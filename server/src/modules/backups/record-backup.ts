import { BackupFault, ShownFault } from '../../platform/backup/backup-fault.ts'
import { type Manifest, readManifest } from '../../platform/backup/manifest.ts'
import type { BackupPlace } from '../../platform/backup/place.ts'
import { backupId } from '../../platform/backup/take-backup.ts'
import type { Db } from '../../platform/database/db.ts'
import { backupStore } from './store.ts'

/** Takes a backup and stores what became of it. Only one is taken at a time, wherever it was asked for. */
export async function recordBackup(
  { db, now }: { db: Db; now: () => Date },
  { kind, line }: { kind: Manifest['kind']; line: string | null },
  take: (id: string) => Promise<Manifest>,
): Promise<Manifest> {
  const store = backupStore(db)
  if (await store.isRunning())
    throw new BackupFault('Another backup is being taken; wait until it is complete.')
  await store.failInterrupted(now())
  const id = backupId(now())
  await store.insert({ id, kind, line, started_at: now() })
  try {
    const manifest = await take(id)
    const { bytes, completed_at } = manifest
    const left_out = manifest.left_out?.count ?? 0
    await store.complete(id, { bytes, left_out, completed_at: new Date(completed_at) })
    return manifest
  } catch (error) {
    // Only what was meant for people: paths and addresses stay in the log.
    const reason = error instanceof ShownFault ? error.message : 'It failed; the log of the server says why.'
    await store.fail(id, reason.slice(0, 500), now())
    throw error
  }
}

/**
 * Removes what is older than the setting says, but never the newest, nor the newest that left nothing out, nor the newest
 * of those that was verified. Returns the lines of log that followed what was removed.
 */
export async function purgeBackups(
  { db, now }: { db: Db; now: () => Date },
  place: BackupPlace,
  keep: { count: number } | { days: number },
): Promise<string[]> {
  const store = backupStore(db)
  const removed = backupsToRemove(await place.list(), await store.standing(), keep, now())
  const lines = new Set<string>()
  for (const id of removed) {
    const line = await lineOf(place, id)
    if (line !== null) lines.add(line)
    await place.remove(id)
  }
  await store.delete(removed, new Date(now().getTime() - 30 * DAY_MS))
  return [...lines]
}

/** Null also where the manifest is damaged: nobody can restore such a backup, and it must not hold back the others. */
async function lineOf(place: BackupPlace, id: string): Promise<string | null> {
  try {
    return (await readManifest(place, id))?.manifest.log?.line ?? null
  } catch (error) {
    if (error instanceof BackupFault) return null
    throw error
  }
}

const DAY_MS = 86_400_000

/**
 * Ids sort by time, and begin with it. Incomplete ones are counted by themselves: they neither take the place of complete
 * ones nor pile up (G791).
 */
export function backupsToRemove(
  ids: readonly string[],
  { passed, incomplete }: { passed: readonly string[]; incomplete: readonly string[] },
  keep: { count: number } | { days: number },
  now: Date,
): string[] {
  const isComplete = (id: string) => !incomplete.includes(id)
  const complete = ids.filter(isComplete)
  const kept = [ids.at(-1), complete.at(-1), complete.findLast((id) => passed.includes(id))]
  const isOld = (id: string) => {
    if ('days' in keep) return timeOf(id) < now.getTime() - keep.days * DAY_MS
    const alike = isComplete(id) ? complete : ids.filter((one) => !isComplete(one))
    return alike.indexOf(id) < alike.length - keep.count
  }
  return ids.filter((id) => isOld(id) && !kept.includes(id))
}

function timeOf(id: string): number {
  const [day, time = ''] = id.slice(0, 19).split('T')
  return Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
}
