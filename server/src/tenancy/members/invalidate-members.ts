import type { Db } from '../../platform/database/db.ts'
import { memberStore } from './store.ts'

/**
 * Call it in the transaction of every change to what the list of members shows: the next list, on any node, is
 * fresh. The tables see to it for changes of `members` itself.
 */
export async function invalidateMembers(tx: Db, workspaceId: string): Promise<void> {
  await memberStore(tx).bumpEpoch(workspaceId)
}
