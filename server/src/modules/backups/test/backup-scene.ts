import type { Manifest } from '../../../platform/backup/manifest.ts'
import type { BackupPlace } from '../../../platform/backup/place.ts'

const HASH = '0'.repeat(64)

/** What a backup says about itself. */
export function makeManifest(id: string, more: Partial<Manifest> = {}): Manifest {
  const time = `${id.slice(0, 11)}${id.slice(11, 19).replaceAll('-', ':')}.000Z`
  return {
    ...{ format: 'atrium-backup-1', id, kind: 'copy', product_version: '1', migration: '1' },
    ...{ postgres_version: '17', architecture: 'x64', started_at: time, completed_at: time },
    ...{ key_ids: ['k'], bytes: 1, file_count: 1, data: [], log: null, encryption: null },
    contents: { name: 'contents', size: 0, sha256: HASH },
    ...more,
  }
}

/** The log that a backup needs from this file on, of a line. */
export function logFrom(first_file: string, line: string | null): Manifest['log'] {
  const file_bytes = 16 * 1024 * 1024
  return { start_lsn: '0/1', stop_lsn: '0/2', first_file, last_file: first_file, file_bytes, line }
}

/** A whole backup that holds nothing but this. */
export async function putBackup(place: BackupPlace, id: string, manifest: string | Manifest): Promise<void> {
  const draft = await place.begin(id)
  await draft.write('manifest.json', bytesOf(manifest))
  await draft.complete()
}

export async function* bytesOf(value: string | object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
}
