/** Takes, lists and verifies backups, whether a server is running or not. */
import { dirname, resolve } from 'node:path'
import { backupStore, recordBackup } from '../modules/backups/index.ts'
import { findCurrentLine } from '../platform/backup/archive-log.ts'
import { restorableTimes } from '../platform/backup/fetch-log.ts'
import { folderPlace, requireFreeFolder, singleFolder } from '../platform/backup/folder-place.ts'
import { logLeftOut } from '../platform/backup/left-out.ts'
import { readManifest } from '../platform/backup/manifest.ts'
import type { BackupPlace } from '../platform/backup/place.ts'
import { openBackup } from '../platform/backup/restore-backup.ts'
import { takeBackup } from '../platform/backup/take-backup.ts'
import { type Verification, verifyBackup } from '../platform/backup/verify-backup.ts'
import { createSecrets } from '../platform/secrets.ts'
import { createPlace } from '../wiring/backups-to-place.ts'
import {
  OperatorError,
  type StandaloneCommand,
  type StandaloneConfig,
  UsageError,
  writeResult,
} from './command.ts'
import { openForOperator, requireInstallation } from './database.ts'

export const backupCommand: StandaloneCommand = {
  words: ['backup'],
  usage: '[DIR]',
  summary:
    'Copies database, files and code into the new folder DIR, or to where the settings say, while the server runs.',
  options: {},
  prepare(flags, operator) {
    const folder = flags.optionalWord()
    return async ({ config, log }) => {
      const place = folder === null ? placeOfSettings(config) : singleFolder(folder)
      await requireInstallation(config)
      // Before anything is recorded: a slip of the operator is no failed backup.
      if (folder !== null) await requireFreeFolder(folder)
      const database = await openForOperator(config, log)
      try {
        const { connection, db } = database
        const kind = typeof connection === 'string' ? 'dump' : 'copy'
        const line = await lineFor(config, folder)
        const manifest = await recordBackup({ db, now: () => new Date() }, { kind, line }, (id) =>
          takeBackup({
            ...{ connection, place, line, log, id },
            dataDir: config.data_dir,
            passphrase: passphraseOf(config),
            keyIds: createSecrets(config.secret_key).keyIds,
          }),
        )
        const { id, bytes, file_count, completed_at } = manifest
        writeResult(operator, {
          id,
          completed_at,
          bytes,
          files: file_count,
          left_out: manifest.left_out?.count ?? 0,
          encrypted: manifest.encryption ? 'yes' : 'no',
        })
        logLeftOut(log, manifest)
        log.info({}, 'Keep SECRET_KEY (or DATA_DIR/secret.key) in another place: it is not in the backup.')
      } finally {
        await database.close()
        await place.close()
      }
    }
  },
}

export const listBackupsCommand: StandaloneCommand = {
  words: ['backup', 'list'],
  usage: '[DIR]',
  summary: 'Lists the whole backups of a folder, or of where the settings say, oldest first.',
  options: {},
  prepare(flags, { stdout, format }) {
    const folder = flags.optionalWord()
    return async ({ config, log }) => {
      const place = folder === null ? placeOfSettings(config) : await placeIn(folder)
      const backups: object[] = []
      for (const id of await place.list()) {
        const found = await readManifest(place, id)
        if (found === null) continue
        const times = await restorableTimes(place, found.manifest)
        const { kind, bytes } = found.manifest
        const left_out = found.manifest.left_out?.count ?? 0
        const verification = await verificationOf(place, id)
        backups.push({ id, kind, bytes, left_out, verification, restorable_until: times?.to ?? null })
        if (format === 'json') continue
        const until = times ? `  any time until ${times.to.toISOString()}` : ''
        const incomplete = left_out > 0 ? `  incomplete, ${left_out} left out` : ''
        stdout.write(`${id}  ${kind}  ${bytes} bytes  ${verification}${incomplete}${until}\n`)
      }
      if (format === 'json') stdout.write(`${JSON.stringify({ backups }, null, 2)}\n`)
      await place.close()
      log.debug({}, 'listed')
    }
  },
}

export const verifyBackupCommand: StandaloneCommand = {
  words: ['backup', 'verify'],
  usage: '[DIR] [--id ID]',
  summary:
    'Restores a backup, the newest unless named, into a temporary folder, starts its database and counts.',
  options: { id: { type: 'string' } },
  prepare(flags, operator) {
    const folder = flags.optionalWord()
    const wanted = flags.find('id')
    return async ({ config, log }) => {
      const place = folder === null ? placeOfSettings(config) : await placeIn(folder)
      const id = await choose(place, wanted)
      const opened = await openBackup(place, id, passphraseOf(config))
      const { faults, ...verification } = await verifyBackup(place, opened, log)
      await place.close()
      // Another machine than that of the installation is the best place to verify.
      const isHere = await requireInstallation(config).then(
        () => true,
        () => false,
      )
      if (isHere) {
        const database = await openForOperator(config, log)
        await backupStore(database.db).verify(opened.manifest.id, verification.result, new Date())
        await database.close()
      }
      const left_out = opened.manifest.left_out?.count ?? 0
      writeResult(operator, { id: opened.manifest.id, ...verification, left_out })
      if (faults.length > 0) throw new OperatorError(faults.slice(0, 10).join(' '))
    }
  },
}

/** A folder that holds backups, or is one. */
export async function placeIn(folder: string): Promise<BackupPlace> {
  const single = singleFolder(folder)
  return (await single.list()).length > 0 ? single : folderPlace(folder)
}

export async function choose(place: BackupPlace, wanted: string | null): Promise<string> {
  const ids = await place.list()
  const id = wanted ?? ids.at(-1)
  if (id === undefined || !ids.includes(id)) throw new OperatorError('There is no whole backup there.')
  return id
}

export function placeOfSettings(config: StandaloneConfig): BackupPlace {
  const place = config.backups?.place
  if (!place) throw new UsageError('Name a folder, or set BACKUP_DIR.')
  return createPlace({ place, dataDir: config.data_dir, caFile: config.outbound_ca_file ?? null })
}

export function passphraseOf(config: StandaloneConfig): string | null {
  return config.backups?.passphrase ?? null
}

/** The log lies in the place of the settings only. */
async function lineFor(config: StandaloneConfig, folder: string | null): Promise<string | null> {
  const place = config.backups?.place
  const isThere = folder === null || (place && 'folder' in place && dirname(resolve(folder)) === place.folder)
  return isThere ? findCurrentLine(config.data_dir) : null
}

async function verificationOf(place: BackupPlace, id: string): Promise<string> {
  try {
    let written = ''
    for await (const chunk of place.read(id, 'verification.json')) written += Buffer.from(chunk).toString()
    const { result, verified_at }: Verification = JSON.parse(written)
    return `${result} ${verified_at}`
  } catch {
    return 'not verified'
  }
}
