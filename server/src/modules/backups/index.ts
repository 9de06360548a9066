/** Backups of the installation: the table of them, and the jobs that take and verify them. How they are taken is in `platform/backup`. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import type { Deps } from './deps.ts'
import { listBackups } from './list-backups.ts'
import { runScheduledBackup, verifyScheduledBackup } from './run-scheduled-backup.ts'
import { backupStore } from './store.ts'

export type { Backups } from './deps.ts'
export { purgeBackups, recordBackup } from './record-backup.ts'
export { runScheduledBackup, verifyScheduledBackup } from './run-scheduled-backup.ts'
export { backupStore } from './store.ts'

export const backups = module<Deps>('backups', {
  handlers: [handle(operations.backups.list, listBackups)],
  jobs: [runScheduledBackup, verifyScheduledBackup],
  takeOver: ({ db, clock }) => backupStore(db).failInterrupted(clock.now()),
})
