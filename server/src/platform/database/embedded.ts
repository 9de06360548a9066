/** Runs a PostgreSQL of our own in the data folder, reachable by this account only. */
import { access, constants, mkdir, realpath, stat, statfs, truncate } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { chooseAccount } from './choose-account.ts'
import { createCluster } from './create-cluster.ts'
import { connectionTo } from './find-live.ts'
import { FolderInUse, type FolderLock, type HeldBy, lockFolder } from './folder-lock.ts'
import { refuseUnseenServer, stopLeftOver } from './left-over-server.ts'
import { findPostgres } from './postgres-binaries.ts'
import { type Connection, launchPostmaster } from './postmaster.ts'
import { prepareSocketFolder, removeSocketFolder, socketFolderFor } from './socket-folder.ts'
import { type Supervised, supervise } from './supervise.ts'

export interface EmbeddedPostgres extends Supervised {
  connection: Connection
}

/**
 * Resolves when the server answers. One data folder serves one Atrium at a time. `durable: 'off'` is for tests:
 * faster, and a crash of the machine may lose everything.
 */
export async function startEmbedded(options: {
  dataDir: string
  log: Log
  durable?: 'on' | 'off'
  /** Who wants it; a command of the operator gives it back soon. */
  by?: HeldBy
}): Promise<EmbeddedPostgres> {
  const { log, durable = 'on', by = 'server' } = options
  const found = await findPostgres()
  const dataDir = await prepareDataFolder(options.dataDir)
  const cluster = join(dataDir, 'postgres')
  const socketFolder = socketFolderFor(dataDir)
  const connection = connectionTo(socketFolder.path)

  await refuseUnseenServer(cluster, socketFolder)
  const lock = await lockBehindOperators(dataDir, by, log)
  const requireLock = async () => {
    if (!(await lock.isHeld())) throw new Error(`The lock on the data folder ${dataDir} was taken away`)
  }
  try {
    const { account, binaries } = await chooseAccount({ dataDir, cluster, binaries: found })
    await prepareSocketFolder(socketFolder, account.owner)
    await stopLeftOver(cluster, log)
    const { user, database } = connection
    await createCluster({ cluster, user, database, binaries, account, durable, log })
    await requireLock()

    const logFile = join(dataDir, 'postgres.log')
    await shortenLog(logFile)
    const settings = { ...SETTINGS, ...(durable === 'on' ? DURABLE : FORGETFUL) }
    const launch = (stopping: AbortSignal) =>
      launchPostmaster({ cluster, connection, binaries, account, settings, logFile, log }, stopping)
    const server = await supervise({
      launch,
      requireRestartAllowed: requireLock,
      isDiskFull: () => hasLittleSpace(cluster),
      log,
    })
    let stopped: Promise<void> | null = null
    return {
      connection,
      get pid() {
        return server.pid
      },
      onFailure: server.onFailure,
      stop() {
        stopped ??= stop()
        return stopped
      },
    }

    async function stop() {
      await server.stop()
      await removeSocketFolder(socketFolder)
      await lock.release()
    }
  } catch (error) {
    await removeSocketFolder(socketFolder)
    await lock.release()
    throw error
  }
}

/** A command of the operator gives the folder back when it is done: no start fails because of one. */
async function lockBehindOperators(dataDir: string, by: HeldBy, log: Log): Promise<FolderLock> {
  const giveUpAt = performance.now() + LONGEST_COMMAND_MS
  for (let tried = 0; ; tried++) {
    try {
      return await lockFolder(dataDir, by)
    } catch (error) {
      const isPassing = error instanceof FolderInUse && error.holder.by === 'operator'
      if (!isPassing || performance.now() > giveUpAt) throw error
      if (tried === 0) log.info({ pid: error.holder.pid }, 'waiting for the end of a command of the operator')
      await wait(100)
    }
  }
}

const LONGEST_COMMAND_MS = 120_000

/** Small at rest; what one machine needs, and nothing for replicas. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '48MB',
  huge_pages: 'off',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  io_method: 'sync',
  jit: 'off',
  // As backups of a running database need it. Nothing is sent to other servers.
  wal_level: 'replica',
  max_wal_senders: '0',
  // The log that backups hold back is bounded: a place that takes no more must not fill the disk of the database.
  max_slot_wal_keep_size: '1GB',
  max_logical_replication_workers: '0',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Starts, ends and crashes, but no failed statement: those may hold personal data, and their callers log them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Two files of its log, each 16 MB, are what PostgreSQL may need to repair the database and go on. */
const NEEDED_SPACE_BYTES = 32 * 1024 * 1024

async function prepareDataFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(folder)
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : cause
    throw new Error(
      `The data folder ${folder} cannot be used (${reason}). ` +
        'Make it readable and writable for the account that runs Atrium, or set DATA_DIR to another folder.',
      { cause },
    )
  }
}

async function hasLittleSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < NEEDED_SPACE_BYTES
}

async function shortenLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size > LOG_LIMIT_BYTES) await truncate(logFile)
}
