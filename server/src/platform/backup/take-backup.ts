/** Takes a backup: the files of the database, or what was dumped of it, and the folders of files next to it. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from '../database/postmaster.ts'
import type { Log } from '../log.ts'
import { ShownFault } from './backup-fault.ts'
import { bothCounts, openSession, type Stopped } from './base-copy.ts'
import { isLeftOut } from './cluster-files.ts'
import { countRows } from './count-rows.ts'
import { dumpDatabase } from './dump.ts'
import { collectLeftOut, type LeftOut } from './left-out.ts'
import { logFiles } from './log-files.ts'
import { type ContentsLine, type Manifest, manifestText, newKey } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { type Packed, packTar, type TarFile } from './tar.ts'
import { type Volume, writeVolumes } from './volumes.ts'
import { type OnUnreadable, openFound, walkFiles } from './walk-files.ts'

export interface BackupOptions {
  /** Of the embedded database, or the address of another one. */
  connection: string | Connection
  dataDir: string
  place: BackupPlace
  passphrase: string | null
  keyIds: readonly string[]
  /** Where the log is kept that comes after this backup. */
  line: string | null
  log: Log
  /** Bytes per second, so that the server next to it does not wait for the disk. */
  pace?: number
  id?: string
  /** Runs while the backup is being taken and its session is open. */
  onStarted?: (client: pg.Client, id: string) => Promise<void>
}

export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  const { connection, dataDir, place, passphrase, keyIds, line, log, pace = PACE } = options
  const started = new Date()
  const id = options.id ?? backupId(started)
  const isCopy = typeof connection !== 'string'
  const session = await openSession(connection)
  try {
    await options.onStarted?.(session.client, id)
    const facts = await readFacts(session.client)
    const draft = await place.begin(id)
    try {
      const key = newKey(passphrase)
      const packed: Packed[] = []
      let stopped: Stopped | null = null
      let rows: Stopped['rows'] = new Map()
      const leftOut = collectLeftOut()
      const sources = isCopy
        ? copied({ dataDir, log, leftOut, fileBytes: facts.file_bytes }, session, (found) => {
            stopped = found
            rows = found.rows
          })
        : dumped(connection, { dataDir, log, leftOut }, session.client, (counts) => {
            rows = counts
          })
      const plain = paced(
        packTar(sources, (file) => packed.push(file)),
        pace,
      )
      const data = await writeVolumes(key ? key.encrypt('data', plain) : plain, draft.write)
      const files = [...new Map(packed.map((file) => [file.path, file])).values()]
      const contents = await writeContents(files, rows, key, draft.write)
      const log_range = stopped as Stopped | null
      const left_out = leftOut.list()
      const manifest: Manifest = {
        format: 'atrium-backup-1',
        id,
        kind: isCopy ? 'copy' : 'dump',
        product_version: await productVersion(),
        migration: facts.migration,
        postgres_version: facts.version,
        architecture: `${process.platform}-${process.arch}`,
        started_at: started.toISOString(),
        completed_at: new Date().toISOString(),
        key_ids: [...keyIds],
        bytes: [...data, contents].reduce((sum, { size }) => sum + size, 0),
        file_count: files.length,
        ...(left_out && { left_out }),
        data,
        contents,
        log: log_range && {
          start_lsn: log_range.start_lsn,
          stop_lsn: log_range.stop_lsn,
          first_file: log_range.first_file,
          last_file: log_range.last_file,
          file_bytes: facts.file_bytes,
          line,
        },
        encryption: key?.parameters ?? null,
      }
      await draft.write('manifest.json', once(manifestText(manifest, key)))
      await draft.complete()
      return manifest
    } catch (error) {
      await draft.abandon().catch(() => {}) // the failure itself counts; the next backup removes what is left
      throw error
    }
  } finally {
    await session.end().catch(() => {})
  }
}

export function backupId(now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  return `${time}Z-${randomBytes(3).toString('hex')}`
}

/** What lies next to the database in the data folder. Secrets are never among it. */
export const FOLDERS = ['uploads', 'source', 'repositories'] as const
/** What is on its way, and belongs to nobody yet. */
const isIncoming = (path: string) => path.split('/').includes('.incoming')

interface Sources {
  dataDir: string
  log: Log
  leftOut: LeftOut
}

async function* copied(
  { dataDir, log, leftOut, fileBytes }: Sources & { fileBytes: number },
  session: Awaited<ReturnType<typeof openSession>>,
  onStopped: (stopped: Stopped) => void,
): AsyncGenerator<TarFile> {
  const cluster = join(dataDir, 'postgres')
  await session.start()
  yield* folderFiles(cluster, 'postgres', { skips: isLeftOut, seen: new Map() })
  // Once before the moment that counts, for what is deleted after it, and once after it, for what is new.
  const seen = new Map<string, string>()
  yield* tenantFiles(dataDir, leftOut, seen)
  const stopped = await session.stop()
  yield* tenantFiles(dataDir, leftOut, seen)
  for (const name of logFiles(stopped.first_file, stopped.last_file, fileBytes)) {
    const file = await openFound(join(cluster, 'pg_wal'), name, `postgres/pg_wal/${name}`)
    if (file === null) {
      throw new ShownFault(
        'More was written during the backup than the database keeps (1 GB). Take it again.',
      )
    }
    yield file
  }
  yield textFile('postgres/backup_label', stopped.backup_label)
  if (stopped.tablespace_map !== '') log.warn({}, 'tables that lie outside of DATA_DIR are not in the backup')
  yield await controlFile(cluster)
  onStopped(stopped)
}

async function* dumped(
  address: string,
  { dataDir, log, leftOut }: Sources,
  client: pg.Client,
  onCounted: (rows: Stopped['rows']) => void,
): AsyncGenerator<TarFile> {
  const seen = new Map<string, string>()
  yield* tenantFiles(dataDir, leftOut, seen)
  const before = await countRows(client)
  const dump = await dumpDatabase(address, client, log)
  try {
    onCounted(bothCounts(before, await countRows(client)))
    const file = await openFound(dump.folder, dump.name, 'database.dump')
    if (file) yield file
  } finally {
    await dump.remove()
  }
  yield* tenantFiles(dataDir, leftOut, seen)
}

/** Files of tenants that were not seen in this form; those that cannot be read are left out. */
async function* tenantFiles(
  dataDir: string,
  leftOut: LeftOut,
  seen: Map<string, string>,
): AsyncGenerator<TarFile> {
  for (const name of FOLDERS) {
    const onUnreadable = (path: string, reason: string) => leftOut.add(`${name}/${path}`, reason)
    for await (const file of folderFiles(join(dataDir, name), name, {
      skips: isIncoming,
      seen,
      onUnreadable,
    })) {
      leftOut.remove(file.path)
      yield file
    }
  }
}

async function* folderFiles(
  root: string,
  name: string,
  {
    skips,
    seen,
    onUnreadable = null,
  }: { skips(path: string): boolean; seen: Map<string, string>; onUnreadable?: OnUnreadable | null },
): AsyncGenerator<TarFile> {
  for await (const { path, size, version } of walkFiles(root, skips, onUnreadable)) {
    const full = size === null ? `${name}/${path}/` : `${name}/${path}`
    if (seen.get(full) === version) continue
    seen.set(full, version)
    const file =
      size === null ? { path: full, size: 0, bytes: none() } : await openFound(root, path, full, onUnreadable)
    if (file) yield file
  }
}

/** Read until it is the same twice: it is written in place. */
async function controlFile(cluster: string): Promise<TarFile> {
  const path = join(cluster, 'global', 'pg_control')
  let last = await readFile(path)
  for (let next = await readFile(path); !next.equals(last); next = await readFile(path)) last = next
  return { path: 'postgres/global/pg_control', size: last.length, bytes: once(last) }
}

function textFile(path: string, text: string): TarFile {
  const bytes = Buffer.from(text)
  return { path, size: bytes.length, bytes: once(bytes) }
}

async function writeContents(
  files: readonly Packed[],
  rows: Stopped['rows'],
  key: ReturnType<typeof newKey>,
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Volume> {
  async function* lines() {
    const line = (one: ContentsLine) => Buffer.from(`${JSON.stringify(one)}\n`)
    for (const { path, size, sha256 } of files) yield line({ file: path, size, sha256 })
    for (const [table, counts] of rows) yield line({ table, rows: counts })
  }
  const [volume] = await writeVolumes(
    key ? key.encrypt('contents', lines()) : lines(),
    (_, bytes) => write('contents', bytes),
    Number.MAX_SAFE_INTEGER,
  )
  if (!volume) throw new Error('The list of contents was not written')
  return { ...volume, name: 'contents' }
}

interface Facts {
  version: string
  migration: string
  file_bytes: number
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version') as version,
      (select max(name) from schema_migrations) as migration,
      (select setting::int from pg_settings where name = 'wal_segment_size') as file_bytes`)
  const [facts] = rows
  if (!facts) throw new Error('The database says nothing about itself')
  return facts
}

async function productVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  return String(version)
}

/** Half of what a slow disk writes. */
const PACE = 100 * 1024 * 1024

async function* paced(bytes: AsyncIterable<Uint8Array>, perSecond: number): AsyncGenerator<Uint8Array> {
  const start = performance.now()
  let sent = 0
  for await (const chunk of bytes) {
    sent += chunk.length
    const early = (sent / perSecond) * 1000 - (performance.now() - start)
    if (early > 5) await wait(early)
    yield chunk
  }
}

async function* once(bytes: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof bytes === 'string' ? Buffer.from(bytes) : bytes
}

async function* none(): AsyncGenerator<Uint8Array> {}
