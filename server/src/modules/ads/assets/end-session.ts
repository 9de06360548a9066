import { MAX_LIBRARY_ASSETS } from '@atrium/contract/ad-assets'
import { transaction } from '../../../platform/database/transaction.ts'
import type { CreditUse } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { assetStore } from './asset-store.ts'
import { type AssetSessionRow, sessionStore } from './session-store.ts'

const BATCH = 500

/** Once, however many come to its end: it is paid for when something was made. */
export async function endSession(deps: Deps, id: string): Promise<void> {
  const { db, clock, credits } = deps
  const ended = await transaction(db, async (tx) => {
    const session = await sessionStore(tx).end(id, clock.now())
    if (session?.state === 'done') await credits.spend(tx, sessionCredits(session))
    if (session?.state === 'failed') await credits.release(tx, id)
    return session
  })
  if (ended) await pruneLibrary(deps, ended.app_id)
}

export function sessionCredits({ id, workspace_id, created_by, app_id }: AssetSessionRow): CreditUse {
  return { key: id, workspace_id, user_id: created_by, app_id, kind: 'generation' }
}

/** Behind the newest 5,000 of each kind. What was accepted may be shown in a campaign, so its file stays. */
async function pruneLibrary({ db, appFiles }: Deps, appId: string): Promise<void> {
  for (const which of ['others', 'accepted'] as const) {
    for (let gone = BATCH; gone === BATCH; ) {
      gone = await transaction(db, async (tx) => {
        const rows = await assetStore(tx).prune(appId, which, MAX_LIBRARY_ASSETS, BATCH)
        const files = rows.flatMap(({ file_id }) => file_id ?? [])
        if (which === 'others') await appFiles.remove(tx, appId, files)
        return rows.length
      })
    }
  }
}
