/** Takes a backup so slowly that it can be killed on the way. */
import { folderPlace } from '../src/platform/backup/folder-place.ts'
import { takeBackup } from '../src/platform/backup/take-backup.ts'
import { findLive } from '../src/platform/database/find-live.ts'
import { createLog } from '../src/platform/log.ts'

const { DATA_DIR = '', BACKUP_DIR = '' } = process.env
const connection = await findLive(DATA_DIR)
if (connection === null) throw new Error('No server is running')
await takeBackup({
  ...{
    connection,
    dataDir: DATA_DIR,
    place: folderPlace(BACKUP_DIR),
    passphrase: null,
    keyIds: ['none'],
    line: null,
  },
  log: createLog('warn'),
  pace: 100_000,
})
