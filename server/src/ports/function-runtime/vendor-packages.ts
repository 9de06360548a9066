/** Brings the packages that a lock file names, each checked by its hash, so that nothing is fetched when code runs. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import type { SourceFile } from './port.ts'

/** Returns the archive, or a sentence that says why there is none. */
export type FetchPackage = (url: string) => Promise<Buffer | string>

interface LockedPackage {
  resolved?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
}

export const LOCK = 'package-lock.json'
const MOST_PACKAGES = 200
/** For all packages together. */
const LONGEST_MS = 30_000
const MOST_BYTES = 100 * 2 ** 20
/** Where npm puts a package, inside another or not. */
const PLACE = /^(node_modules\/(@\w[\w.-]*\/)?\w[\w.-]*\/)+$/

export function hasLock(files: readonly SourceFile[]): boolean {
  return files.some(({ path }) => path === LOCK)
}

/** Returns null, or what is wrong with the lock file or one of its packages. */
export async function vendorPackages(
  folder: string,
  files: readonly SourceFile[],
  fetchPackage: FetchPackage,
): Promise<string | null> {
  const lock = files.find(({ path }) => path === LOCK)
  if (!lock) return null
  const locked = readLock(lock.content)
  if (typeof locked === 'string') return locked
  let bytes = 0
  const until = performance.now() + LONGEST_MS
  for (const [place, one] of locked) {
    if (performance.now() > until) return 'The packages could not be fetched in time'
    const archive = await fetchChecked(place, one, fetchPackage)
    if (typeof archive === 'string') return archive
    const unpacked = await unpack(join(folder, place), archive, MOST_BYTES - bytes)
    if (unpacked === null)
      return `${place} could not be unpacked: it is no archive of a package, or too large`
    bytes += unpacked
  }
  return null
}

function readLock(content: string): [string, LockedPackage][] | string {
  let packages: unknown
  try {
    packages = JSON.parse(content)?.packages
  } catch {
    return 'The lock file is no JSON'
  }
  if (typeof packages !== 'object' || packages === null) return 'The lock file must be of version 2 or 3'
  const locked = Object.entries(packages as Record<string, LockedPackage>).filter(
    ([place, one]) => place !== '' && !one.dev && !one.optional,
  )
  const odd = locked.find(([place, one]) => one.link || !PLACE.test(`${place}/`))
  if (odd) return `${odd[0]} is no package: links and other folders cannot be used`
  if (locked.length > MOST_PACKAGES) return `The lock file names more than ${MOST_PACKAGES} packages`
  return locked
}

async function fetchChecked(
  place: string,
  { resolved, integrity }: LockedPackage,
  fetchPackage: FetchPackage,
): Promise<Buffer | string> {
  const expected = /^sha512-([A-Za-z0-9+/]{86}==)$/.exec(integrity ?? '')?.[1]
  if (!resolved || !expected) return `${place} needs "resolved" and a sha512 "integrity" in the lock file`
  const archive = await fetchPackage(resolved)
  if (typeof archive === 'string') return `${place} could not be fetched: ${archive}`
  return createHash('sha512').update(archive).digest('base64') === expected
    ? archive
    : `${place} is not what the lock file says: its hash differs`
}

/** Writes only plain files below the folder. Returns how many bytes, or null when it is no good archive. */
async function unpack(folder: string, archive: Buffer, mostBytes: number): Promise<number | null> {
  try {
    const tar = await promisify(gunzip)(archive, { maxOutputLength: Math.max(1, mostBytes) })
    for (const { header, data } of await unpackTar(tar, { strip: 1 })) {
      if (header.type !== 'file' || !data) continue
      const path = normalize(join(folder, header.name))
      if (!path.startsWith(folder + sep)) return null
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, data)
    }
    return tar.length
  } catch {
    return null
  }
}
