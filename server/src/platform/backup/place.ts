/** Where backups lie. What is written there has been encrypted already, where that was chosen. */
export interface BackupPlace {
  /** The ids of the whole ones, oldest first. */
  list(): Promise<string[]>
  /** A backup has its name only once it is complete. */
  begin(id: string): Promise<BackupDraft>
  /** Throws `NotInPlace` when there is none. */
  read(id: string, name: string): AsyncIterable<Uint8Array>
  /** Writes a file of a complete backup again, such as its verification. */
  write(id: string, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  remove(id: string): Promise<void>
  /** Pieces of the log of the database, which lie in lines next to the backups. */
  log: {
    write(line: string, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
    /** Throws `NotInPlace` when there is none. */
    read(line: string, name: string): AsyncIterable<Uint8Array>
    remove(line: string, name: string): Promise<void>
  }
  close(): Promise<void>
}

export interface BackupDraft {
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** From now on it is a backup. */
  complete(): Promise<void>
  abandon(): Promise<void>
}

export class NotInPlace extends Error {
  override readonly name = 'NotInPlace'
}

/** Ids sort by time: 2026-11-17T22-26-35Z-3f2a9c. */
export const BACKUP_ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{6}$/

export function requireName(name: string): void {
  if (!/^[\w-]{1,64}(\.json)?$/.test(name))
    throw new Error(`${name} cannot be the name of a file of a backup`)
}
