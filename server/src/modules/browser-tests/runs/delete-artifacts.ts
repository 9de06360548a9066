import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { artifactStore, type StoredBytes } from './artifact-store.ts'

/** Returns how many are gone. Bytes first: a row whose bytes are gone is found again, bytes without a row are not. */
export async function deleteArtifacts(
  { db, log, fileStorage }: Pick<Deps, 'db' | 'log' | 'fileStorage'>,
  artifacts: readonly StoredBytes[],
): Promise<number> {
  const gone: string[] = []
  for (const { id, storage_key } of artifacts) {
    const deleted = fileStorage.delete(storage_key).then(() => true)
    if (await tolerate(log, 'evidence of a test run was not deleted', deleted, false)) gone.push(id)
  }
  if (gone.length > 0) await artifactStore(db).delete(gone)
  return gone.length
}
