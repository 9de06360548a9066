import type { Db } from '../../platform/database/db.ts'
import { appStore } from './store.ts'

/**
 * Sets the address of the published app, if it has none or still the one that was set before; returns whether it was.
 * Another address was set by hand and stays.
 */
export async function setPublishedUrl(
  tx: Db,
  appId: string,
  { before, url, now }: { before: string | null; url: string | null; now: Date },
): Promise<boolean> {
  return appStore(tx).replacePublishedUrl(appId, { before, url, now })
}
