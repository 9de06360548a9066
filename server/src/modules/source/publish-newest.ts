import type { Deps } from './deps.ts'
import { sourceStore } from './store.ts'

/** For those who look with git itself. A node that was overtaken corrects what it published; the next change, a crash. */
export async function publishNewest(
  { db, sourceStorage, log }: Pick<Deps, 'db' | 'sourceStorage' | 'log'>,
  appId: string,
  commitId: string,
): Promise<void> {
  try {
    for (let newest = commitId, shown = ''; newest !== shown; ) {
      await sourceStorage.publish(appId, newest)
      shown = newest
      const source = await sourceStore(db).find(appId)
      // The app was deleted in the meantime: nothing may be left that this brought back.
      if (!source || source.is_deleted) return await sourceStorage.remove(appId)
      newest = source.commit_id
    }
  } catch (error) {
    log.warn(
      { err: error, app_id: appId },
      'a commit could not be shown as the newest one; the next one will be',
    )
  }
}
