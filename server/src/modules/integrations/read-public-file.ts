import type { Deps } from './deps.ts'
import { readAddress } from './file-address.ts'
import { readWhole } from './own-files.ts'
import { fileStore } from './store.ts'

/**
 * The bytes of a public file by its address on this server, which is not called; null for every other address and for
 * what is larger.
 */
export async function readPublicFile(
  deps: Pick<Deps, 'db' | 'fileStorage'> & { baseUrl(): string; filesUrl(): string },
  url: string,
  mostBytes: number,
): Promise<Buffer | null> {
  // Addresses from before files got an origin of their own are still good.
  const isOurs = [deps.filesUrl(), deps.baseUrl()].some((ours) => url.startsWith(`${ours}/files/`))
  if (!isOurs) return null
  const address = readAddress(url)
  const file = address && (await fileStore(deps.db).findByKey(address.app_id, address.key))
  if (file?.visibility !== 'public' || file.size > mostBytes) return null
  return readWhole(deps, file)
}
