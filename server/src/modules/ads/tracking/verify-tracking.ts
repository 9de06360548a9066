/** Scans an app's code and lets the outcome count: for the account, and for campaigns that wait for it. */
import { transaction } from '../../../platform/database/transaction.ts'
import type { ReachableAccount } from '../campaigns/reachable-account.ts'
import { mappingStore } from '../conversions/mapping-store.ts'
import { openAccountOf, readable, readGoals } from '../conversions/read-goals.ts'
import type { Deps } from '../deps.ts'
import { enableWaiting } from '../launch/enable-waiting.ts'
import { type Judged, judgeTracking, type TrackingScan } from './judge-tracking.ts'
import { readSource } from './read-source.ts'
import { scanStore } from './scan-store.ts'
import { SCANNER, type SourceFindings } from './source-findings.ts'

export async function verifyTracking(deps: Deps, appId: string): Promise<TrackingScan> {
  const account = await openAccountOf(deps, appId)
  if (!account) return skipped('no_ads_account')
  const seen = await findingsOf(deps, appId)
  if (!seen) return skipped('no_source')
  const [goals, account_tag, mappings] = await Promise.all([
    readGoals(deps, account),
    deps.adPlatform.accountTag(account.platform_customer_id).then(readable),
    mappingStore(deps.db).enabled(appId),
  ])
  const judged = judgeTracking(seen.findings, { account_tag, goals, mappings })
  await letCount(deps, account, seen, judged)
  return seen.findings.pages === 0 ? skipped('no_source') : judged.scan
}

function skipped(skipped_reason: 'no_ads_account' | 'no_source'): TrackingScan {
  return { gaps: [], calls_count: 0, is_clean: false, skipped_reason }
}

interface Seen {
  revision: number
  findings: SourceFindings
}

/** Code that was read before is not read again. Null when there never was any. */
async function findingsOf({ db, appSource }: Deps, appId: string): Promise<Seen | null> {
  const [revision, known] = await Promise.all([appSource.revision(appId), scanStore(db).find(appId)])
  if (revision === 0) return null
  if (known?.revision === revision && known.scanner === SCANNER) return known
  return { revision, findings: await readSource(appSource, appId) }
}

async function letCount(deps: Deps, account: ReachableAccount, seen: Seen, judged: Judged): Promise<void> {
  const { db, clock, audit } = deps
  const { is_clean } = judged.scan
  const now = clock.now()
  // Gone for sure: not merely unread, nor unknown to the platform yet.
  const isLost = judged.base_tag === 'missing' && !seen.findings.is_partial
  const isNewest = await transaction(db, async (tx) => {
    const store = scanStore(tx)
    const isSaved = await store.save(account.app_id, {
      ...seen,
      scanner: SCANNER,
      is_clean,
      scanned_date: now,
    })
    if (!isSaved) return false
    const turned = is_clean
      ? await store.verify(account.id, now)
      : isLost && (await store.unverify(account.id, now))
    if (!turned) return true
    await audit.record(tx, null, {
      workspace_id: turned.workspace_id,
      action: is_clean ? 'ads.verify_tracking' : 'ads.lose_tracking',
      target_type: 'ad_account',
      target_id: account.id,
      app_id: account.app_id,
      detail: { revision: seen.revision },
    })
    return true
  })
  if (is_clean && isNewest) await enableWaiting(deps, account.app_id)
}
