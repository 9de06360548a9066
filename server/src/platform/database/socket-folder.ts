/** Where PostgreSQL puts its Unix socket: a private folder with a path short enough for a socket. */
import { createHash } from 'node:crypto'
import { chmod, lchown, lstat, mkdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Owner } from './run-as.ts'

export const SOCKET_PORT = 5432

export interface SocketFolder {
  path: string
  /** Outside the data folder, so it is removed at the end. */
  isTemporary: boolean
}

export function socketFolderFor(dataDir: string): SocketFolder {
  const inside = join(dataDir, 'run')
  if (isShortEnough(inside)) return { path: inside, isTemporary: false }
  const name = `atrium-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const places = [tmpdir(), '/tmp'].map((place) => join(place, name))
  return { path: places.find(isShortEnough) ?? join('/tmp', name), isTemporary: true }
}

/** Makes the folder, private to its owner; in a shared place it must not be somebody else's trap. */
export async function prepareSocketFolder({ path }: SocketFolder, owner: Owner): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const found = await lstat(path).catch(() => null)
    if (!found) throw error
    const isOurs = found.uid === owner.uid || found.uid === process.getuid?.()
    if (!found.isDirectory() || !isOurs) {
      throw new Error(`${path}, meant for the database's socket, belongs to somebody else. Remove it.`)
    }
  }
  await chmod(path, 0o700)
  if (process.getuid?.() === 0) await lchown(path, owner.uid, owner.gid)
}

export async function removeSocketFolder({ path, isTemporary }: SocketFolder): Promise<void> {
  if (isTemporary) await rm(path, { recursive: true, force: true })
}

/** Whether a server listens there, even one whose process is not visible from here. */
export function isListening({ path }: SocketFolder): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(socketPath(path))
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

const SOCKET_PATH_LIMIT = 100 // bytes; the system's limit is 104 to 108

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(socketPath(folder)) <= SOCKET_PATH_LIMIT
}

function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`)
}
