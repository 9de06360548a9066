import type { Deps } from './deps.ts'
import { readAddress } from './file-address.ts'
import { readWhole } from './own-files.ts'
import { fileStore } from './store.ts'

/**
 * The bytes of a public file by its address on this server, which is not called; null for every other address and for
 * what is larger.
 */
export async function readPublicFile(
  deps: Pick<Deps, 'db' | 'fileStorage'> & { baseUrl(): string },
  url: string,
  mostBytes: number,
): Promise<Buffer | null> {
  if (!url.startsWith(`${deps.baseUrl()}/files/`)) return null
  const address = readAddress(url)
  const file = address && (await fileStore(deps.db).findByKey(address.app_id, address.key))
  if (file?.visibility !== 'public' || file.size > mostBytes) return null
  return readWhole(deps, file)
}
