/** Backups in a folder: each in one of its own, which nobody but the account that runs Atrium can read. */
import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { BackupFault } from './backup-fault.ts'
import { BACKUP_ID, type BackupDraft, type BackupPlace, NotInPlace, requireName } from './place.ts'

export function folderPlace(folder: string): BackupPlace {
  const root = resolve(folder)
  const pathOf = (id: string, name: string) => {
    if (!BACKUP_ID.test(id)) throw new NotInPlace(id)
    requireName(name)
    return join(root, id, name)
  }
  const logPath = (line: string, name: string) => {
    requireName(line)
    requireName(name)
    return join(root, LOG, line, name)
  }
  return {
    async list() {
      const names = await readdir(root).catch(unlessMissing)
      const whole: string[] = []
      for (const name of names?.filter((one) => BACKUP_ID.test(one)).sort() ?? []) {
        if (await isFile(join(root, name, 'manifest.json'))) whole.push(name)
      }
      return whole
    },
    async begin(id) {
      await makeFolder(root)
      await removeAbandoned(root)
      return draftOf(join(root, id))
    },
    read: (id, name) => readBytes(pathOf(id, name)),
    write: (id, name, bytes) => replaceFile(pathOf(id, name), bytes),
    async remove(id) {
      if (!BACKUP_ID.test(id)) throw new NotInPlace(id)
      // The manifest goes first: what is removed in part is not a backup any more.
      await rm(join(root, id, 'manifest.json'), { force: true })
      await rm(join(root, id), { recursive: true, force: true })
    },
    log: {
      async write(line, name, bytes) {
        const path = logPath(line, name)
        await makeFolder(dirname(path))
        await replaceFile(path, bytes)
      },
      read: (line, name) => readBytes(logPath(line, name)),
      remove: (line, name) => rm(logPath(line, name), { force: true }),
    },
    async close() {},
  }
}

/** One backup, in the folder that was named for it. */
export function singleFolder(path: string): BackupPlace {
  const folder = resolve(path)
  const place = folderPlace(dirname(folder))
  const pathOf = (name: string) => {
    requireName(name)
    return join(folder, name)
  }
  return {
    ...place,
    list: async () => ((await isFile(pathOf('manifest.json'))) ? [basename(folder)] : []),
    async begin() {
      await requireFreeFolder(folder)
      await makeFolder(dirname(folder))
      return draftOf(folder)
    },
    read: (_, name) => readBytes(pathOf(name)),
    write: (_, name, bytes) => replaceFile(pathOf(name), bytes),
  }
}

/** Throws when something lies there. */
export async function requireFreeFolder(path: string): Promise<void> {
  const folder = resolve(path)
  const found = await lstat(folder).catch(unlessMissing)
  const isFree = found === null || (found.isDirectory() && (await readdir(folder)).length === 0)
  if (!isFree)
    throw new BackupFault(`${folder} is there already; name a folder that is not, or an empty one.`)
}

const LOG = 'wal'
const DRAFT = '.part'

/** Written under another name, and renamed when all of it is on disk. */
async function draftOf(target: string): Promise<BackupDraft> {
  const draft = `${target}${DRAFT}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: PRIVATE_FOLDER })
  return {
    write: (name, bytes) => {
      requireName(name)
      return writeNew(join(draft, name), bytes)
    },
    async complete() {
      await syncFolder(draft)
      await rename(draft, target)
      await syncFolder(dirname(target))
    },
    abandon: () => rm(draft, { recursive: true, force: true }),
  }
}

/** What a backup that was killed left. Only one is taken at a time. */
async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const isDraft = name.endsWith(DRAFT) && BACKUP_ID.test(name.slice(0, -DRAFT.length))
    if (isDraft) await rm(join(root, name), { recursive: true, force: true })
  }
}

async function replaceFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${path}${DRAFT}`
  await rm(draft, { force: true })
  try {
    await writeNew(draft, bytes)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** `wx`: what lies there, be it a symbolic link, is never written through. */
async function writeNew(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', PRIVATE_FILE)
  try {
    let unsynced = 0
    for await (const chunk of bytes) {
      await file.writeFile(chunk)
      unsynced += chunk.length
      if (unsynced < SYNC_EVERY_BYTES) continue
      await file.datasync()
      unsynced = 0
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Little at a time: a disk that has to write much at once lets the database wait. */
const SYNC_EVERY_BYTES = 8 * 1024 * 1024
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

async function* readBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    if (!(await lstat(path)).isFile()) throw new BackupFault(`${path} is not a plain file.`)
    yield* createReadStream(path, { highWaterMark: 256 * 1024 })
  } catch (error) {
    throw isMissing(error) ? new NotInPlace(path) : error
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(unlessMissing))?.isFile() === true
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })
  if (!(await stat(path)).isDirectory()) throw new BackupFault(`${path} is not a folder.`)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
