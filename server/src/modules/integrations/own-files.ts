import type { Deps } from './deps.ts'
import { isSigned, readAddress } from './file-address.ts'
import { type FileRow, fileStore } from './store.ts'
import { fromStorage, storageKey } from './store-file.ts'

/**
 * The file behind an address, when it lies in this app: a public one, or a private one that is named by its uri or a
 * signed address that is still good. No address is ever called, wherever it leads.
 */
export async function findOwnFile(
  { db, clock, secrets }: Deps,
  appId: string,
  text: string,
): Promise<FileRow | null> {
  const address = readAddress(text)
  if (address?.app_id !== appId) return null
  const file = await fileStore(db).findByKey(appId, address.key)
  if (!file || file.visibility === 'public' || text.startsWith('private/')) return file ?? null
  const isGood = isSigned(secrets, file, address) && (address.expires ?? 0) * 1000 > clock.now().getTime()
  return isGood ? file : null
}

/** All of its bytes; only for files whose size has been looked at. */
export async function readWhole({ fileStorage }: Pick<Deps, 'fileStorage'>, file: FileRow): Promise<Buffer> {
  return fromStorage(async () => Buffer.concat(await Array.fromAsync(fileStorage.read(storageKey(file)))))
}
