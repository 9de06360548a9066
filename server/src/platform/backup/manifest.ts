/** What a backup says about itself, in plain text; written last. What it holds in detail is in its list of contents. */
import { text } from 'node:stream/consumers'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { BackupFault } from './backup-fault.ts'
import { type KeyParameters, newStreamKey, type StreamKey, streamKey } from './encrypt-stream.ts'
import { BACKUP_ID, type BackupPlace, NotInPlace } from './place.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0 })
const Time = Type.String({ format: 'date-time' })
const Lsn = Type.String({ pattern: '^[0-9A-F]{1,8}/[0-9A-F]{1,8}$' })
const LogFile = Type.String({ pattern: '^[0-9A-F]{24}$' })
const StoredFile = Type.Object({
  name: Type.String({ pattern: '^[\\w-]{1,64}$' }),
  size: Count,
  sha256: Sha256,
})

export const Manifest = Type.Object({
  format: Type.Literal('atrium-backup-1'),
  id: Type.String({ pattern: BACKUP_ID.source }),
  /** A copy of the files of the embedded database, or what pg_dump wrote of another one. */
  kind: Type.Union([Type.Literal('copy'), Type.Literal('dump')]),
  product_version: Type.String({ maxLength: 64 }),
  /** The newest migration. */
  migration: Type.String({ maxLength: 200 }),
  postgres_version: Type.String({ maxLength: 64 }),
  /** Copies of files are only read on the same one. */
  architecture: Type.String({ maxLength: 64 }),
  started_at: Time,
  completed_at: Time,
  /** Says which SECRET_KEY is needed, and not what it is. */
  key_ids: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 }),
  bytes: Count,
  file_count: Count,
  /** Paths that could not be read; absent when there are none. */
  left_out: Type.Optional(
    Type.Object({
      count: Count,
      paths: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), { maxItems: 100 }),
    }),
  ),
  data: Type.Array(StoredFile),
  contents: StoredFile,
  log: Type.Union([
    Type.Null(),
    Type.Object({
      start_lsn: Lsn,
      stop_lsn: Lsn,
      first_file: LogFile,
      last_file: LogFile,
      file_bytes: Type.Integer({ minimum: 1024 * 1024, maximum: 1024 ** 3 }),
      /** Where what happened afterwards is kept; null when it is not. */
      line: Type.Union([Type.Null(), Type.String({ pattern: '^[\\w-]{1,64}$' })]),
    }),
  ]),
  encryption: Type.Union([
    Type.Null(),
    Type.Object({
      algorithm: Type.Literal('aes-256-gcm'),
      piece_bytes: Type.Integer(),
      salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    }),
  ]),
})
export type Manifest = Static<typeof Manifest>

/** A line of the list of contents. */
export type ContentsLine =
  | { file: string; size: number; sha256: string }
  /** Counted just before and just after the moment of the backup; null where counting would take too long. */
  | { table: string; rows: [number, number] | null }

const FILE = 'manifest.json'
const MOST_BYTES = 8 * 1024 * 1024

export function newKey(passphrase: string | null): StreamKey | null {
  return passphrase === null ? null : newStreamKey(passphrase)
}

/** With the mark of the key behind it, where there is one, so that nobody else can change it. */
export function manifestText(manifest: Manifest, key: StreamKey | null): string {
  const text = JSON.stringify(manifest, null, 2)
  return JSON.stringify({ ...manifest, ...(key && { mark: key.mark(text) }) }, null, 2)
}

/** Null where there is no whole backup under the id. */
export async function readManifest(
  place: BackupPlace,
  id: string,
): Promise<{ manifest: Manifest; mark: string } | null> {
  try {
    const written = JSON.parse(await text(bounded(place.read(id, FILE))))
    const { mark = '', ...manifest } = written ?? {}
    if (!Check(Manifest, manifest))
      throw new BackupFault(`The manifest of ${id} is not one that this version of Atrium reads.`)
    return { manifest, mark: String(mark) }
  } catch (error) {
    if (error instanceof NotInPlace) return null
    if (error instanceof SyntaxError) throw new BackupFault(`The manifest of ${id} is damaged.`)
    throw error
  }
}

/** The key of a backup, once its manifest proves to be written with it. */
export function keyOf(
  { manifest, mark }: { manifest: Manifest; mark: string },
  passphrase: string | null,
): StreamKey | null {
  if (manifest.encryption === null) return null
  if (passphrase === null)
    throw new BackupFault('This backup is encrypted: set BACKUP_KEY to what it was made with.')
  const key = streamKey(passphrase, manifest.encryption as KeyParameters)
  if (!key.isMarked(JSON.stringify(manifest, null, 2), mark)) {
    throw new BackupFault('BACKUP_KEY is not the one this backup was made with, or its manifest was changed.')
  }
  return key
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > MOST_BYTES) throw new BackupFault('The manifest is too long.')
    yield chunk
  }
}
