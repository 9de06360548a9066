/** Copies the log of the embedded database next to its backups, so that any moment after one can be restored. */
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { Connection } from '../database/postmaster.ts'
import type { Log } from '../log.ts'
import { type KeyParameters, newStreamKey, type StreamKey, streamKey } from './encrypt-stream.ts'
import { logFiles, logFilesBefore, offsetIn, startOf } from './log-files.ts'
import { type BackupPlace, NotInPlace } from './place.ts'
import { openFound } from './walk-files.ts'

export interface ArchiveOptions {
  connection: Connection
  dataDir: string
  place: BackupPlace
  passphrase: string | null
  log: Log
}

/** What is known of a line: an unbroken part of the log, in files of the place. */
export interface LineState {
  first_file: string
  last_file: string
  file_bytes: number
  /** Everything that was answered until then can be restored. */
  archived_until: string
  encryption: KeyParameters | null
}

export interface LogArchive {
  /** One after the other. Copies what has come; a file that is not full yet is copied as far as it is written. */
  copy(): Promise<{ line: string; archived_until: Date }>
  /** Removes what comes before the files that backups need; those of a line of which none is known yet stay. */
  purge(needed: ReadonlyMap<string, string>): Promise<void>
}

export function createLogArchive(options: ArchiveOptions): LogArchive {
  const { connection, dataDir, place, passphrase, log } = options
  let current: Line | null = null

  async function copy() {
    const client = new pg.Client({ ...connection, application_name: 'atrium log archive' })
    client.on('error', () => {}) // whatever is asked next fails then
    await client.connect()
    try {
      const held = await holdBack(client)
      if (current === null || held.isNew)
        current = held.isNew ? null : await findLine(dataDir, place, passphrase)
      current ??= await startLine(dataDir, passphrase, held)
      return await copyUpTo(client, current)
    } finally {
      await client.end()
    }
  }

  async function copyUpTo(client: pg.Client, line: Line) {
    // A commit of its own, later than the time: PostgreSQL finds a time only if something happened after it.
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    const at = rows[0]?.at ?? new Date()
    await client.query(`select pg_logical_emit_message(true, 'atrium', 'archived')`)
    const position = await client.query<{ lsn: string; file: string }>(
      'select lsn::text, pg_walfile_name(lsn) as file from pg_current_wal_flush_lsn() as lsn',
    )
    const { lsn, file } = position.rows[0] ?? { lsn: '', file: '' }
    const { state } = line
    const complete: string[] = []
    for (const name of logFiles(state.last_file, file, state.file_bytes)) {
      const isFull = name < file
      const bytes = await logBytes(dataDir, name, isFull ? state.file_bytes : offsetIn(lsn, state.file_bytes))
      if (bytes === null) throw await broken(client, line)
      const stored = isFull ? name : `${name}-part`
      await place.log.write(line.name, stored, line.key ? line.key.encrypt(stored, bytes) : bytes)
      if (isFull) complete.push(`${name}-part`)
    }
    const archived_until = at.toISOString()
    line.state = { ...state, last_file: file, archived_until }
    await place.log.write(line.name, STATE, once(JSON.stringify(line.state)))
    await client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [
      SLOT,
      startOf(file, state.file_bytes),
    ])
    for (const part of complete) await place.log.remove(line.name, part)
    return { line: line.name, archived_until: at }
  }

  /** Begins again at the next copy; until the next backup no time after the break can be restored. */
  async function broken(client: pg.Client, line: Line): Promise<Error> {
    current = null
    await client.query('select pg_drop_replication_slot($1)', [SLOT])
    await rm(join(dataDir, LINE_FILE), { force: true })
    log.error({ line: line.name }, 'the log of the database went on without being copied; take a backup')
    return new Error(
      'The log of the database has a gap: times after it can be restored once there is another backup',
    )
  }

  return {
    copy,
    async purge(needed) {
      const first = current && needed.get(current.name)
      if (!current || !first) return
      const { name, state } = current
      for (const file of logFilesBefore(state.first_file, first, state.file_bytes))
        await place.log.remove(name, file)
      // Stored with the next copy.
      if (first > state.first_file) current.state = { ...state, first_file: first }
    },
  }
}

/** Of the line that the server on this folder copies to; null when it does not. */
export async function findCurrentLine(dataDir: string): Promise<string | null> {
  const written = await readFile(join(dataDir, LINE_FILE), 'utf8').catch(() => '')
  return /^line-[0-9a-f]{16}$/.test(written.trim()) ? written.trim() : null
}

/** Lets the database throw away its log again, where it is not copied any more. */
export async function stopHoldingBack(client: Pick<pg.Pool, 'query'>, dataDir: string): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [SLOT],
  )
  await rm(join(dataDir, LINE_FILE), { force: true })
}

/** Null when nothing is known of the line. */
export async function readLine(
  place: BackupPlace,
  line: string,
  passphrase: string | null,
): Promise<Line | null> {
  try {
    const state: LineState = JSON.parse(await text(place.log.read(line, STATE)))
    const key =
      state.encryption === null || passphrase === null ? null : streamKey(passphrase, state.encryption)
    return { name: line, state, key }
  } catch (error) {
    if (error instanceof NotInPlace) return null
    throw error
  }
}

export interface Line {
  name: string
  state: LineState
  key: StreamKey | null
}

const SLOT = 'atrium_wal'
const LINE_FILE = 'backup-line'
const STATE = 'state.json'

/** The database keeps what was not copied, up to its bound; beyond that the slot is lost, and begins again. */
async function holdBack(client: pg.Client): Promise<{ isNew: boolean; file: string; fileBytes: number }> {
  const { rows } = await client.query<{ file: string | null; status: string }>(
    `select pg_walfile_name(restart_lsn) as file, wal_status as status from pg_replication_slots where slot_name = $1`,
    [SLOT],
  )
  const found = rows[0]
  const settings = await client.query(
    `select setting::int as bytes from pg_settings where name = 'wal_segment_size'`,
  )
  const fileBytes: number = settings.rows[0].bytes
  if (found?.file && found.status !== 'lost') return { isNew: false, file: found.file, fileBytes }
  if (found) await client.query('select pg_drop_replication_slot($1)', [SLOT])
  const made = await client.query<{ file: string }>(
    'select pg_walfile_name(lsn) as file from pg_create_physical_replication_slot($1, true)',
    [SLOT],
  )
  return { isNew: true, file: made.rows[0]?.file ?? '', fileBytes }
}

async function findLine(
  dataDir: string,
  place: BackupPlace,
  passphrase: string | null,
): Promise<Line | null> {
  const name = await findCurrentLine(dataDir)
  const line = name && (await readLine(place, name, passphrase))
  // What was encrypted otherwise, or is not, is another line.
  return line && (line.key !== null) === (passphrase !== null) ? line : null
}

async function startLine(
  dataDir: string,
  passphrase: string | null,
  { file, fileBytes }: { file: string; fileBytes: number },
): Promise<Line> {
  const name = `line-${randomBytes(8).toString('hex')}`
  const key = passphrase === null ? null : newStreamKey(passphrase)
  await writeFile(join(dataDir, LINE_FILE), `${name}\n`, { mode: 0o600 })
  const encryption = key?.parameters ?? null
  return {
    name,
    key,
    state: { first_file: file, last_file: file, file_bytes: fileBytes, archived_until: '', encryption },
  }
}

/** Null when it is gone. */
async function logBytes(
  dataDir: string,
  name: string,
  length: number,
): Promise<AsyncIterable<Uint8Array> | null> {
  const file = await openFound(join(dataDir, 'postgres', 'pg_wal'), name, name)
  return file && cut(file.bytes, length)
}

async function* cut(bytes: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length
  for await (const chunk of bytes) {
    if (left <= 0) break
    yield chunk.subarray(0, left)
    left -= chunk.length
  }
}

async function* once(written: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(written)
}
