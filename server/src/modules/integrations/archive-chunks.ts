import { createHash } from 'node:crypto'
import type { FileStorage } from '../../ports/file-storage/port.ts'
import type { FileRow } from './store.ts'
import { storageKey } from './store-file.ts'

/** A line of an archive is a third longer than that. */
export const CHUNK_BYTES = 512 * 1024

type Stored = Pick<FileRow, 'id' | 'app_id' | 'key' | 'size'>

export async function isWhole(fileStorage: FileStorage, file: Stored): Promise<boolean> {
  return (await fileStorage.size(storageKey(file))) === file.size
}

/** The bytes in pieces of one length, read while they go out; an empty file has one empty piece. */
export async function* exportChunks(fileStorage: FileStorage, file: Stored) {
  const hash = createHash('sha256')
  let waiting = Buffer.alloc(0)
  let place = 0
  let size = 0
  for await (const bytes of fileStorage.read(storageKey(file))) {
    hash.update(bytes)
    size += bytes.length
    waiting = Buffer.concat([waiting, bytes])
    // One piece stays behind: the last has the hash of the whole.
    while (waiting.length > CHUNK_BYTES) {
      yield { file_id: file.id, place: place++, data: waiting.subarray(0, CHUNK_BYTES).toString('base64') }
      waiting = waiting.subarray(CHUNK_BYTES)
    }
  }
  if (size !== file.size) throw new Error(`the file ${file.id} has ${size} bytes and not ${file.size}`)
  yield { file_id: file.id, place, data: waiting.toString('base64'), sha256: hash.digest('hex') }
}
