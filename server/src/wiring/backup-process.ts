/** A process of its own that takes and verifies backups: what it computes does not keep requests waiting. */
import { rm } from 'node:fs/promises'
import { ShownFault } from '../platform/backup/backup-fault.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import type { BackupPlace } from '../platform/backup/place.ts'
import { makeDataFolder, openBackup } from '../platform/backup/restore-backup.ts'
import { type BackupOptions, takeBackup } from '../platform/backup/take-backup.ts'
import { type Verification, verifyIn } from '../platform/backup/verify-backup.ts'
import { createLog } from '../platform/log.ts'
import { createPlace, type PlaceOptions } from './backups-to-place.ts'

export interface BackupTask extends Omit<BackupOptions, 'place' | 'log'> {
  where: PlaceOptions
}

export interface VerifyTask {
  where: PlaceOptions
  id: string
  passphrase: string | null
  /** Holds the restored files meanwhile; what a killed process left there is removed first. */
  folder: string
}

export type BackupReply =
  | { manifest: Manifest }
  | { verification: Verification }
  | { fault: string; is_for_people: boolean }

process.on('message', async (task: BackupTask | VerifyTask) => {
  process.send?.(await reply())

  async function reply(): Promise<BackupReply> {
    const place = createPlace(task.where)
    try {
      if ('folder' in task) return { verification: await verify(place, task) }
      const { where: _, ...options } = task
      return { manifest: await takeBackup({ ...options, place, log }) }
    } catch (error) {
      const is_for_people = error instanceof ShownFault
      return { fault: error instanceof Error ? error.message : String(error), is_for_people }
    } finally {
      await place.close()
    }
  }
})

const log = createLog('silent')

async function verify(place: BackupPlace, { id, passphrase, folder }: VerifyTask): Promise<Verification> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  await makeDataFolder(folder)
  return verifyIn(folder, place, await openBackup(place, id, passphrase), log)
}

// It has no purpose without the server.
process.on('disconnect', () => process.exit())
process.send?.('ready')
