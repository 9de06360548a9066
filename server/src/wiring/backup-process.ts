/** A process of its own that takes backups: what it computes does not keep requests waiting. */
import { ShownFault } from '../platform/backup/backup-fault.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import { type BackupOptions, takeBackup } from '../platform/backup/take-backup.ts'
import { createLog } from '../platform/log.ts'
import { createPlace, type PlaceOptions } from './backups-to-place.ts'

export interface BackupTask extends Omit<BackupOptions, 'place' | 'log'> {
  where: PlaceOptions
}

export type BackupReply = { manifest: Manifest } | { fault: string; is_for_people: boolean }

process.on('message', async ({ where, ...options }: BackupTask) => {
  process.send?.(await reply())

  async function reply(): Promise<BackupReply> {
    const place = createPlace(where)
    try {
      return { manifest: await takeBackup({ ...options, place, log: createLog('silent') }) }
    } catch (error) {
      const is_for_people = error instanceof ShownFault
      return { fault: error instanceof Error ? error.message : String(error), is_for_people }
    } finally {
      await place.close()
    }
  }
})
// It has no purpose without the server.
process.on('disconnect', () => process.exit())
process.send?.('ready')
