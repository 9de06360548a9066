/** Brings a backup back into an empty data folder, or an empty database. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { restoreDump } from '../platform/backup/dump.ts'
import { fetchLog, restorableTimes } from '../platform/backup/fetch-log.ts'
import { logLeftOut } from '../platform/backup/left-out.ts'
import { type Manifest, readManifest } from '../platform/backup/manifest.ts'
import type { BackupPlace } from '../platform/backup/place.ts'
import { recoverDatabase } from '../platform/backup/recover-database.ts'
import {
  checkBackup,
  makeDataFolder,
  openBackup,
  opensWith,
  requireSamePlatform,
  requireUnused,
  unpackBackup,
} from '../platform/backup/restore-backup.ts'
import { findHolder, lockFolder } from '../platform/database/folder-lock.ts'
import { createSecrets } from '../platform/secrets.ts'
import { choose, passphraseOf, placeIn, placeOfSettings } from './backup.ts'
import {
  OperatorError,
  type StandaloneCommand,
  type StandaloneConfig,
  UsageError,
  writeResult,
} from './command.ts'

export const restoreCommand: StandaloneCommand = {
  words: ['restore'],
  usage: '[DIR] [--id ID] [--until TIME] [--force]',
  summary:
    'Brings a backup, the newest unless named, into an empty DATA_DIR; --until to any later moment, such as 2026-11-15T09:30:00Z.',
  options: { id: { type: 'string' }, until: { type: 'string' }, force: { type: 'boolean' } },
  prepare(flags, operator) {
    const folder = flags.optionalWord()
    const wanted = flags.find('id')
    const until = readUntil(flags.find('until'))
    const isForced = flags.has('force')
    return async ({ config, log }) => {
      const place = folder === null ? placeOfSettings(config) : await placeIn(folder)
      const id = until === null ? await choose(place, wanted) : await chooseBefore(place, until, wanted)
      const opened = await openBackup(place, id, passphraseOf(config))
      const { manifest } = opened
      await requireSamePlatform(manifest)
      requireKind(manifest, config)
      await requireFree(config)
      const isRightKey = opensWith(manifest, createSecrets(config.secret_key).keyIds)
      if (!isRightKey && !isForced) throw new OperatorError(WRONG_KEY)
      log.info({}, 'Reading the backup once, before anything is written.')
      await checkBackup(place, opened)
      await makeDataFolder(config.data_dir)
      // A server that is started waits for the end, and finds all or nothing.
      const lock = await lockFolder(config.data_dir, 'operator')
      try {
        await requireUnused(config.data_dir)
        await unpackBackup(place, opened, config.data_dir, async (dataDir) => {
          if (until !== null) await fetchLog(place, manifest, passphraseOf(config), dataDir)
          if (config.database_url !== null) await bringDump(config.database_url, dataDir, manifest)
          else await recoverDatabase({ dataDir, log, until }, (client) => settle(client, manifest))
        })
      } finally {
        await lock.release()
      }
      await place.close()
      writeResult(operator, {
        id: manifest.id,
        restored: (until ?? new Date(manifest.completed_at)).toISOString(),
      })
      logLeftOut(log, manifest)
      if (!isRightKey) log.warn({}, LOST)
    }
  },
}

const WRONG_KEY =
  'SECRET_KEY (or DATA_DIR/secret.key) is not the key of this backup. Put the secret.key of that installation into DATA_DIR, ' +
  'or set SECRET_KEY to what it held. If that key is lost for good, --force restores all else: secrets of functions, ' +
  'connections to services, signing secrets of webhooks and mails that wait stay unreadable, and everybody signs in again.'
const LOST =
  'Restored with another key: what the lost one encrypted stays unreadable. Run `atrium key accept` before the start.'

function readUntil(text: string | null): Date | null {
  if (text === null) return null
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  if (!isTime || Number.isNaN(Date.parse(text))) {
    throw new UsageError('--until is a time with its zone, such as 2026-11-15T09:30:00Z.')
  }
  return new Date(text)
}

/** The newest one that was complete at that time, if the log reaches from it to the time. */
async function chooseBefore(place: BackupPlace, until: Date, wanted: string | null): Promise<string> {
  const found: { id: string; from: Date; to: Date }[] = []
  for (const id of await place.list()) {
    if (wanted !== null && id !== wanted) continue
    const manifest = (await readManifest(place, id))?.manifest
    const times = manifest && (await restorableTimes(place, manifest))
    if (times) found.push({ id, ...times })
  }
  const fitting = found.findLast(({ from, to }) => from <= until && until <= to)
  if (fitting) return fitting.id
  const ranges = found.map(({ from, to }) => `${from.toISOString()} to ${to.toISOString()}`)
  throw new OperatorError(
    ranges.length > 0
      ? `That time cannot be restored; these can: ${ranges.slice(-5).join(', ')}.`
      : 'No time but that of a backup can be restored: no log was kept with them.',
  )
}

function requireKind({ kind }: Manifest, { database_url }: StandaloneConfig): void {
  if (kind === 'copy' && database_url !== null) {
    throw new OperatorError(
      'This backup is of an embedded database; restore it without DATABASE_URL, then move with `atrium export` and `atrium import`.',
    )
  }
  if (kind === 'dump' && database_url === null) {
    throw new OperatorError(
      'This backup was written by pg_dump: set DATABASE_URL to an empty database to restore it.',
    )
  }
}

async function requireFree({ data_dir, database_url }: StandaloneConfig): Promise<void> {
  const holder = await findHolder(data_dir)
  if (holder !== null)
    throw new OperatorError('A server is running on DATA_DIR. Stop it, or set DATA_DIR to an empty folder.')
  await requireUnused(data_dir)
  if (database_url === null) return
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  const { rows } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' limit 1`,
  )
  await client.end()
  if (rows.length > 0)
    throw new OperatorError('The database of DATABASE_URL is in use already. Name an empty one.')
}

async function bringDump(address: string, dataDir: string, manifest: Manifest): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const path = join(dataDir, 'database.dump')
  try {
    await restoreDump(address, client, path)
    await settle(client, manifest)
  } finally {
    await client.end()
    await rm(path, { force: true })
  }
}

/** In the copy its own backup is still being taken. */
async function settle(client: pg.Client, { id, bytes, left_out, completed_at }: Manifest): Promise<void> {
  await client.query(
    `update backups set status = 'completed', bytes = $2, completed_at = $3 where id = $1 and status = 'running'`,
    [id, bytes, completed_at],
  )
  // A database from before the column holds no backup that left something out.
  if (left_out) await client.query('update backups set left_out = $2 where id = $1', [id, left_out.count])
}
