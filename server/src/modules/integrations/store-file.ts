import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import { FileMissing, StorageUnavailable } from '../../ports/file-storage/port.ts'
import type { Deps } from './deps.ts'
import { makeKey } from './file-address.ts'
import { type FileRow, fileStore } from './store.ts'

export interface NewFile {
  app_id: string
  visibility: FileRow['visibility']
  name: string
  content_type: string
  bytes: AsyncIterable<Uint8Array>
  created_by: string | null
}

/**
 * Stores a file as it arrives. Its row comes first, so that bytes which nobody asks for any more are found. `alsoStore`
 * writes what belongs to the whole file.
 */
export async function storeFile(
  deps: Deps,
  { bytes, ...file }: NewFile,
  alsoStore?: (tx: Db, file: FileRow) => Promise<void>,
): Promise<FileRow> {
  const { db, clock, fileStorage, filesPerAppBytes } = deps
  const store = fileStore(db)
  if ((await store.bytesOf(file.app_id)) >= filesPerAppBytes) throw refuse('file_limit_reached')
  const now = clock.now()
  const row: FileRow = {
    ...file,
    id: makeId('file', now),
    key: makeKey(),
    status: 'arriving',
    name: plainName(file.name),
    content_type: plainType(file.content_type),
    size: 0,
    created_date: now,
  }
  await store.insert(row)
  const { size } = await fromStorage(() => fileStorage.put(storageKey(row), bytes, row.content_type))
  const stored: FileRow = { ...row, status: 'stored', size }
  const finish = async (tx: Db) => {
    if (!(await fileStore(tx).store(row.id, size, filesPerAppBytes))) throw refuse('file_limit_reached')
    await alsoStore?.(tx, stored)
  }
  await (alsoStore ? transaction(db, finish) : finish(db))
  return stored
}

export function storageKey({ app_id, key }: Pick<FileRow, 'app_id' | 'key'>): string {
  return `${app_id}/${key}`
}

/** What the storage cannot do, in the words of the contract. */
export async function fromStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageUnavailable) throw refuse('file_storage_unavailable', { cause: error })
    if (error instanceof FileMissing) throw refuse('file_not_found', { cause: error })
    throw error
  }
}

const LONGEST_NAME = 150

/** The last part of a path, without what systems and headers stumble over. */
function plainName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are to go
  const plain = last.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069"<>|:*?%#]/g, '_').trim()
  return plain.replace(/^\.+/, '').slice(-LONGEST_NAME).toWellFormed() || 'file'
}

function plainType(type: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type.toLowerCase() : 'application/octet-stream'
}
