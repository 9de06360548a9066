import { realpath } from 'node:fs/promises'
import { findHolder } from './folder-lock.ts'
import type { Connection } from './postmaster.ts'
import { isListening, SOCKET_PORT, socketFolderFor } from './socket-folder.ts'

/** Where the database of the Atrium listens that is running on this data folder; null when none is running. */
export async function findLive(dataDir: string): Promise<Connection | null> {
  const folder = await realpath(dataDir).catch(() => null)
  // A PostgreSQL that a killed Atrium left is not live: the next start stops it.
  if (folder === null || (await findHolder(folder)) === null) return null
  const socketFolder = socketFolderFor(folder)
  if (!(await isListening(socketFolder))) return null
  return connectionTo(socketFolder.path)
}

export function connectionTo(socketFolder: string): Connection {
  return { host: socketFolder, port: SOCKET_PORT, user: 'atrium', database: 'atrium' }
}
