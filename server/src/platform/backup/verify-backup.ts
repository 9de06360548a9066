/** Restores a backup into a temporary folder, starts its database and counts. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { BackupFault } from './backup-fault.ts'
import { countRows } from './count-rows.ts'
import type { BackupPlace } from './place.ts'
import { recoverDatabase } from './recover-database.ts'
import {
  checkBackup,
  type Opened,
  readContents,
  requireSamePlatform,
  unpackBackup,
} from './restore-backup.ts'

export interface Verification {
  verified_at: string
  result: 'passed' | 'failed'
  tables: number
  rows: number
  files: number
  faults: string[]
}

/** Restores into a folder of its own that is removed afterwards. */
export async function verifyBackup(place: BackupPlace, opened: Opened, log: Log): Promise<Verification> {
  return verifyIn(await mkdtemp(join(tmpdir(), 'atrium-verify-')), place, opened, log)
}

/** Migrates nothing. What a dump holds is only read, as there is no database to bring it into. Removes the folder. */
export async function verifyIn(
  folder: string,
  place: BackupPlace,
  opened: Opened,
  log: Log,
): Promise<Verification> {
  const { manifest } = opened
  const faults: string[] = []
  const counted = { tables: 0, rows: 0 }
  try {
    await requireSamePlatform(manifest)
    await checkBackup(place, opened)
    await unpackBackup(place, opened, folder)
    if (manifest.kind === 'copy') {
      const { tables: expected } = await readContents(place, opened)
      const found = await recoverDatabase({ dataDir: folder, log, until: null, durable: 'off' }, countRows)
      for (const [table, bounds] of expected) {
        const rows = found.get(table)
        if (rows === undefined) faults.push(`The table ${table} is missing.`)
        else if (!isWithin(rows, bounds))
          faults.push(`${table} has ${rows} rows instead of ${bounds?.join(' to ')}.`)
        counted.tables++
        counted.rows += rows ?? 0
      }
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (!(error instanceof BackupFault)) log.debug({ err: error }, 'the verification failed')
    faults.push(error.message)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const verification: Verification = {
    verified_at: new Date().toISOString(),
    result: faults.length === 0 ? 'passed' : 'failed',
    ...counted,
    files: manifest.file_count,
    faults,
  }
  await place.write(manifest.id, 'verification.json', once(JSON.stringify(verification, null, 2)))
  return verification
}

/**
 * Counted before and after the moment of the backup. Where both differ, rows came or went in between, and there may
 * have been as many more in between as both differ.
 */
export function isWithin(rows: number | null, bounds: [number, number] | null): boolean {
  if (rows === null || bounds === null) return true
  const [low = 0, high = 0] = bounds.toSorted((a, b) => a - b)
  const moved = high - low
  return rows >= low - moved && rows <= high + moved
}

async function* once(written: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(written)
}
