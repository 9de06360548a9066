/** Brings a backup back into an empty data folder. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findPostgres } from '../database/postgres-binaries.ts'
import { BackupFault } from './backup-fault.ts'
import type { StreamKey } from './encrypt-stream.ts'
import { type ContentsLine, keyOf, type Manifest, readManifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { FOLDERS } from './take-backup.ts'
import { unpackTar } from './tar.ts'
import { checked, readVolumes } from './volumes.ts'
import { unlessMissing } from './walk-files.ts'

export interface Opened {
  manifest: Manifest
  key: StreamKey | null
}

/** Throws when there is no whole backup under the id, or it cannot be read with this passphrase. */
export async function openBackup(place: BackupPlace, id: string, passphrase: string | null): Promise<Opened> {
  const found = await readManifest(place, id)
  if (found === null) throw new BackupFault('There is no whole backup: a manifest is missing.')
  return { manifest: found.manifest, key: keyOf(found, passphrase) }
}

/** Copies of files can be read by the same PostgreSQL on the same kind of machine only. */
export async function requireSamePlatform({ kind, architecture, postgres_version }: Manifest): Promise<void> {
  if (kind !== 'copy') return
  const here = `${process.platform}-${process.arch}`
  const { version } = await findPostgres()
  const majors = [postgres_version, version].map((one) => Number.parseInt(one, 10))
  if (architecture === here && majors[0] === majors[1]) return
  throw new BackupFault(
    `This backup holds the files of PostgreSQL ${postgres_version} on ${architecture}; here is ${version} on ${here}. ` +
      'Restore it on a machine of that kind, and move from there with `atrium export` and `atrium import`.',
  )
}

/** Whether the keys at hand open what is encrypted in the database of the backup. */
export function opensWith({ key_ids }: Manifest, keyIds: readonly string[]): boolean {
  return key_ids.some((id) => keyIds.includes(id))
}

/** Only its key and what a start leaves may be there. */
export async function requireUnused(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir).catch(unlessMissing)) ?? []
  const used = names.find((name) => name === 'postgres' || FOLDERS.some((folder) => folder === name))
  if (used === undefined) return
  throw new BackupFault(
    `${dataDir} is in use already: it holds "${used}". A backup is restored into an empty folder; set DATA_DIR to one, ` +
      'with the secret.key of the backed-up installation in it, or SECRET_KEY set to what it held.',
  )
}

/** Reads all of it once, before anything is written. */
export async function checkBackup(place: BackupPlace, { manifest, key }: Opened): Promise<void> {
  for await (const _ of dataOf(place, { manifest, key })); // every piece is checked as it is read
}

/**
 * Resolves when all files lie in the folder, with the names they had. They are written to a draft first; `prepare` gets
 * the folder that stands for the data folder there, so that nothing but a finished database is ever found by a start.
 */
export async function unpackBackup(
  place: BackupPlace,
  opened: Opened,
  dataDir: string,
  prepare: (draft: string) => Promise<void> = async () => {},
): Promise<void> {
  await makeDataFolder(dataDir)
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const draft = join(dataDir, `${DRAFT}${randomBytes(4).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  try {
    const { files: expected } = await readContents(place, opened)
    const found = new Map<string, string>()
    for await (const { path, size, bytes } of unpackTar(dataOf(place, opened))) {
      requireSafe(path)
      const target = join(draft, path)
      if (path.endsWith('/')) await mkdir(target, { recursive: true, mode: 0o700 })
      else found.set(path, await writeFile(target, bytes, size))
    }
    for (const [path, sha256] of expected) {
      if (found.get(path) !== sha256)
        throw new BackupFault(`The backup is damaged: ${path} is missing or not what it was.`)
    }
    if (found.size !== expected.size)
      throw new BackupFault('The backup holds files that its list does not name.')
    await prepare(draft)
    // The database comes last: without it, nothing looks like an installation.
    const tops = (await readdir(draft))
      .filter((name) => TOPS.includes(name))
      .sort((a, b) => Number(a === 'postgres') - Number(b === 'postgres'))
    for (const name of tops) await rename(join(draft, name), join(dataDir, name))
    await syncFile(dataDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Others may pass and not list it: PostgreSQL may run as another account. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
}

/** What the backup says it holds. */
export async function readContents(place: BackupPlace, { manifest, key }: Opened) {
  const stored = checked(manifest.contents, place.read(manifest.id, manifest.contents.name))
  const lines = createInterface({ input: Readable.from(key ? key.decrypt('contents', stored) : stored) })
  const files = new Map<string, string>()
  const tables = new Map<string, [number, number] | null>()
  try {
    for await (const line of lines) {
      const one: ContentsLine = JSON.parse(line)
      if ('file' in one) files.set(one.file, one.sha256)
      else tables.set(one.table, one.rows)
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new BackupFault('The list of contents is damaged.')
    throw error
  }
  return { files, tables }
}

const DRAFT = '.restore-'
const TOPS: readonly string[] = ['postgres', ...FOLDERS]

function dataOf(place: BackupPlace, { manifest, key }: Opened): AsyncIterable<Uint8Array> {
  const stored = readVolumes(manifest.data, (name) => place.read(manifest.id, name))
  return key ? key.decrypt('data', stored) : stored
}

/** Nothing that leads out of the folder, or to what is not ours to write. */
export function requireSafe(path: string): void {
  const names = path.replace(/\/$/, '').split('/')
  const isPlain = names.every((name) => name !== '' && name !== '.' && name !== '..' && !/[\\\0]/.test(name))
  const isOurs = path === 'database.dump' || (names.length > 1 && TOPS.includes(names[0] ?? ''))
  if (!isPlain || !isOurs)
    throw new BackupFault(
      `The backup holds a file with the name ${JSON.stringify(path)}. It was not written by Atrium.`,
    )
}

async function writeFile(path: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let written = 0
  async function* hashed() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      written += chunk.length
      yield chunk
    }
  }
  await pipeline(hashed(), createWriteStream(path, { mode: 0o600 }))
  if (written !== size) throw new BackupFault('The backup ends in the middle of a file.')
  // PostgreSQL does this with its own files when it repairs them.
  if (!path.includes('/postgres/')) await syncFile(path)
  return hash.digest('hex')
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
