import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Line, readLine } from './archive-log.ts'
import { BackupFault } from './backup-fault.ts'
import { logFiles, nextLogFile } from './log-files.ts'
import type { Manifest } from './manifest.ts'
import { type BackupPlace, NotInPlace } from './place.ts'

/** Which times can be restored from this backup; null when only its own moment can. */
export async function restorableTimes(
  place: BackupPlace,
  manifest: Manifest,
): Promise<{ from: Date; to: Date } | null> {
  if (!manifest.log?.line) return null
  const line = await readLine(place, manifest.log.line, null)
  const from = new Date(manifest.completed_at)
  const to = new Date(line?.state.archived_until ?? 0)
  const isCovered = line !== null && line.state.first_file <= manifest.log.last_file && to > from
  return isCovered ? { from, to } : null
}

/** Puts the log that was written after the backup next to its database. */
export async function fetchLog(
  place: BackupPlace,
  { log }: Manifest,
  passphrase: string | null,
  dataDir: string,
): Promise<void> {
  const line = log?.line ? await readLine(place, log.line, passphrase) : null
  if (!log || line === null) throw new BackupFault('The log that was written after this backup is not there.')
  const { last_file, file_bytes, encryption } = line.state
  if (encryption !== null && line.key === null) throw new BackupFault('The log is encrypted: set BACKUP_KEY.')
  const folder = join(dataDir, 'postgres', 'pg_wal')
  for (const name of logFiles(nextLogFile(log.last_file, file_bytes), last_file, file_bytes)) {
    const target = join(folder, name)
    const isThere = await fetchFile(place, line, name, target)
    // A file may have been completed after the state was written, or its first part is all there is.
    if (!isThere && !(await fetchFile(place, line, `${name}-part`, target))) {
      throw new BackupFault(`The log has a gap: ${name} is missing.`)
    }
  }
}

async function fetchFile(
  place: BackupPlace,
  { name: line, state, key }: Line,
  stored: string,
  target: string,
): Promise<boolean> {
  const bytes = place.log.read(line, stored)
  try {
    const plain = key ? key.decrypt(stored, bytes) : bytes
    await pipeline(filled(plain, state.file_bytes), createWriteStream(target, { mode: 0o600 }))
    return true
  } catch (error) {
    if (error instanceof NotInPlace) return false
    throw error
  }
}

/** A file of the log has a fixed size; behind what was written come zeros. */
async function* filled(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > size) throw new BackupFault('A file of the log is too long.')
    yield chunk
  }
  for (; length < size; length += Math.min(FILL, size - length))
    yield Buffer.alloc(Math.min(FILL, size - length))
}

const FILL = 1024 * 1024
