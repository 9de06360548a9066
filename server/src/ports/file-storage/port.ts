/** Keeps bytes under keys. Who may read them, and what they are called, is the business of the caller who stores them. */
export interface FileStorage {
  /**
   * Stores the bytes as they come, whole or not at all, and returns how many there were; replaces what was there.
   * What the source throws is thrown on.
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>, contentType: string): Promise<{ size: number }>
  /** The bytes, or some of them, read while they are gone through. Throws `FileMissing` when there are none. */
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>
  /** How many there are; null when there are none. */
  size(key: string): Promise<number | null>
  /** Also when there is nothing to delete. */
  delete(key: string): Promise<void>
  close(): Promise<void>
}

/** Both ends belong to it; the end must lie inside. */
export interface ByteRange {
  start: number
  end: number
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing'
}

/** Any other failure. The message is for the log: it holds no key, but may quote the server. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** Folders and names of letters, digits, `_` and `-`: nothing that leads elsewhere. */
export function requireKey(key: string): void {
  if (!/^[\w-]{1,128}(\/[\w-]{1,128}){0,4}$/.test(key)) throw new Error(`${key} cannot be the key of a file`)
}
