/** The backups that the server takes by itself, and the log that it copies behind them. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type Backups, backupStore, purgeBackups, recordBackup } from '../modules/backups/index.ts'
import {
  createLogArchive,
  findCurrentLine,
  type LogArchive,
  stopHoldingBack,
} from '../platform/backup/archive-log.ts'
import { ShownFault } from '../platform/backup/backup-fault.ts'
import { logLeftOut } from '../platform/backup/left-out.ts'
import { readManifest } from '../platform/backup/manifest.ts'
import type { BackupPlace } from '../platform/backup/place.ts'
import { neededLog, removeLine } from '../platform/backup/purge-log.ts'
import { takeBackup } from '../platform/backup/take-backup.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Connection } from '../platform/database/postmaster.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createSecrets } from '../platform/secrets.ts'
import { startProcess } from '../platform/threads/start-process.ts'
import { tolerate } from '../platform/tolerate.ts'
import type { Config } from '../settings/config.ts'
import type { BackupReply, BackupTask, VerifyTask } from './backup-process.ts'
import { createPlace } from './backups-to-place.ts'

export interface ScheduledBackups extends Backups {
  /** Begins to copy the log, where the settings want it. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createBackups(options: {
  db: Db
  pool: Pick<Pool, 'query'>
  clock: Clock
  log: Log
  metrics: Metrics
  connection: string | Connection
  settings: Config
}): { backups: ScheduledBackups } {
  const { db, clock, log, metrics, connection, settings } = options
  const { place: wanted, keep, passphrase, logSeconds } = settings.backups
  const where = wanted && { place: wanted, dataDir: settings.data_dir, caFile: settings.outbound_ca_file }
  const place: BackupPlace | null = where && createPlace(where)
  const now = () => clock.now()
  const count = metrics.counter('atrium_backups_total', 'Backups by outcome', ['outcome'])
  metrics.watch(
    'atrium_backup_age_seconds',
    'Since the newest backup and the newest copied log',
    ['of'],
    async () => {
      if (place === null) return []
      const { completed_at, archived_until } = await backupStore(db).latest()
      const ages = { backup: completed_at, log: archived_until }
      return Object.entries(ages).flatMap(([of, at]) =>
        at === null ? [] : [{ labels: { of }, value: (Date.now() - at.getTime()) / 1000 }],
      )
    },
  )

  async function take(signal: AbortSignal): Promise<void> {
    if (place === null || where === null) return
    const line = await findCurrentLine(settings.data_dir)
    try {
      const kind = typeof connection === 'string' ? 'dump' : 'copy'
      const manifest = await recordBackup({ db, now }, { kind, line }, async (id) => {
        const keyIds = createSecrets(settings.secret_key).keyIds
        const task = { connection, dataDir: settings.data_dir, passphrase, keyIds, line, id }
        // pg_dump is a process already, and it is looked for on the PATH of the server.
        if (kind === 'dump') return takeBackup({ ...task, place, log })
        const reply = await inProcess({ ...task, where }, signal)
        if ('manifest' in reply) return reply.manifest
        throw faultOf(reply)
      })
      const { id, bytes, left_out } = manifest
      count({ outcome: left_out ? 'incomplete' : 'completed' })
      log.info({ id, bytes }, 'a backup was taken')
      logLeftOut(log, manifest)
      await tolerate(log, 'old backups or their log could not be removed', purge(place), undefined)
    } catch (error) {
      count({ outcome: 'failed' })
      log.error({ err: error }, 'a backup failed')
      throw error
    }
  }

  async function verify(signal: AbortSignal): Promise<void> {
    if (place === null || where === null) return
    const id = (await place.list()).at(-1)
    if (id === undefined || (await backupStore(db).isVerified(id))) return
    const needed = ((await readManifest(place, id))?.manifest.bytes ?? 0) + SPARE_BYTES
    const { bavail, bsize } = await statfs(settings.data_dir)
    if (bavail * bsize < needed) {
      log.warn({ id, needed }, 'a backup was not verified: DATA_DIR has too little room to restore it')
      return
    }
    const folder = join(settings.data_dir, 'backup-verify')
    const reply = await inProcess({ where, id, passphrase, folder }, signal)
    if (!('verification' in reply)) throw faultOf(reply)
    const { result, faults } = reply.verification
    await backupStore(db).verify(id, result, now())
    count({ outcome: result === 'passed' ? 'verified' : 'verification_failed' })
    if (result === 'passed') log.info({ id }, 'a backup was verified')
    else log.error({ id, faults: faults.slice(0, 10) }, 'the verification of a backup failed')
  }

  /** After a copy of the log has ended, and before the next one begins. */
  async function purge(from: BackupPlace): Promise<void> {
    const lines = await purgeBackups({ db, now }, from, keep)
    const needed = await neededLog(from)
    const current = await findCurrentLine(settings.data_dir)
    await copying
    await archive?.purge(needed)
    for (const line of lines) if (line !== current && !needed.has(line)) await removeLine(from, line)
  }

  let archive: LogArchive | null = null
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let copying: Promise<void> = Promise.resolve()

  async function copyLog(archive: LogArchive): Promise<void> {
    try {
      const { line, archived_until } = await archive.copy()
      await backupStore(db).saveLine(line, archived_until)
    } catch (error) {
      count({ outcome: 'log_failed' })
      log.error({ err: error }, 'the log of the database was not copied to the backups')
    }
  }

  async function start(): Promise<void> {
    if (typeof connection === 'string') return
    if (place === null || logSeconds === 0) return stopHoldingBack(options.pool, settings.data_dir)
    const made = createLogArchive({ connection, dataDir: settings.data_dir, place, passphrase, log })
    archive = made
    const next = () => {
      copying = copyLog(made).then(() => {
        if (!isStopping) timer = setTimeout(next, logSeconds * 1000).unref()
      })
    }
    next()
  }

  async function stop(): Promise<void> {
    isStopping = true
    clearTimeout(timer)
    await copying
    await place?.close()
  }
  return { backups: { take, verify, start, stop } }
}

/** Behind everybody else for the processor; it may take hours. */
async function inProcess(task: BackupTask | VerifyTask, signal: AbortSignal): Promise<BackupReply> {
  const file = new URL('./backup-process.ts', import.meta.url)
  const options = { file, megabytes: 512, niceness: 5, graceMs: 5_000 }
  const child = await startProcess<BackupTask | VerifyTask, BackupReply>(options)
  try {
    return await child.do(task, { milliseconds: LONGEST_MS, signal })
  } finally {
    await child.end()
  }
}

function faultOf(reply: BackupReply): Error {
  const { fault, is_for_people } = 'fault' in reply ? reply : { fault: 'no reply', is_for_people: false }
  return is_for_people ? new ShownFault(fault) : new Error(fault)
}

const LONGEST_MS = 6 * 3_600_000
/** Left for the server while a backup is restored next to it. */
const SPARE_BYTES = 2 ** 30
