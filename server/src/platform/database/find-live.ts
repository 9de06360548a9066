import { realpath, stat } from 'node:fs/promises'
import { findHolder } from './folder-lock.ts'
import type { Connection } from './postmaster.ts'
import { isListening, SOCKET_PORT, socketFolderFor } from './socket-folder.ts'

/** Where the database of the server listens that is running on this data folder; null when none answers there. */
export async function findLive(dataDir: string): Promise<Connection | null> {
  const folder = await realpath(dataDir).catch(() => null)
  // A PostgreSQL that a killed Atrium left is not live: the next start stops it. That of a command ends with it.
  if (folder === null || (await findHolder(folder))?.by !== 'server') return null
  const socketFolder = socketFolderFor(folder)
  await requireReachable(socketFolder.path)
  return (await isListening(socketFolder)) ? connectionTo(socketFolder.path) : null
}

export function connectionTo(socketFolder: string): Connection {
  return { host: socketFolder, port: SOCKET_PORT, user: 'atrium', database: 'atrium' }
}

/** Only the account that runs the database, and root, may open its socket. */
async function requireReachable(socketFolder: string): Promise<void> {
  const owner = (await stat(socketFolder).catch(() => null))?.uid
  const self = process.getuid?.()
  if (owner === undefined || self === undefined || self === 0 || self === owner) return
  throw new Error(
    `The Atrium that runs here belongs to another account (uid ${owner}). Run this command as that account.`,
  )
}
