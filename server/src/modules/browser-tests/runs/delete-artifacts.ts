import { tolerate } from '../../../platform/tolerate.ts'
import type { Deps } from '../deps.ts'
import { artifactStore, type StoredBytes } from './artifact-store.ts'

/** A night has many to delete, and each may be a request. */
const AT_ONCE = 10

/** Returns how many are gone. Bytes first: a row whose bytes are gone is found again, bytes without a row are not. */
export async function deleteArtifacts(
  { db, log, fileStorage }: Pick<Deps, 'db' | 'log' | 'fileStorage'>,
  artifacts: readonly StoredBytes[],
): Promise<number> {
  const deleteBytes = ({ storage_key }: StoredBytes) => {
    const deleted = fileStorage.delete(storage_key).then(() => true)
    return tolerate(log, 'evidence of a test run was not deleted', deleted, false)
  }
  const gone: string[] = []
  for (let at = 0; at < artifacts.length; at += AT_ONCE) {
    const some = artifacts.slice(at, at + AT_ONCE)
    const areGone = await Promise.all(some.map(deleteBytes))
    gone.push(...some.filter((_, n) => areGone[n]).map(({ id }) => id))
  }
  if (gone.length > 0) await artifactStore(db).delete(gone)
  return gone.length
}
