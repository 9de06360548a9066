import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { type BaseDeps, type Caller, userOf } from '../../tenancy/index.ts'
import { describeFinding } from './findings/find-finding.ts'
import { ignoredStore } from './findings/ignored-store.ts'
import { scanStore } from './scan-store.ts'
import type { IgnoredRow } from './tables.ts'

const GROUP = 'header_recommendations'

/** What was ignored before keeps its reason, comment and end. */
export async function dismissHeader(
  { db, clock, access, audit }: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.scans.dismiss_header>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const now = clock.now()
  const latest = await scanStore(db).find(app.id)
  const found = latest?.result?.[GROUP].filter(({ rule_id }) => rule_id === params.flag) ?? []
  const rows = found.map(
    (finding): IgnoredRow => ({
      app_id: app.id,
      fingerprint: finding.fingerprint,
      ...describeFinding({ group: GROUP, finding }),
      reason: null,
      comment: null,
      expires_at: null,
      ignored_by: userOf(caller).email,
      created_date: now,
    }),
  )
  await transaction(db, async (tx) => {
    const store = ignoredStore(tx)
    await store.lock(app.id, now)
    const fingerprints = await store.add(rows)
    if (fingerprints.length === 0) return
    await store.requireRoom(app.id)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'scans.dismiss_header',
      target_type: 'header_recommendation',
      target_id: params.flag,
      app_id: app.id,
      detail: { fingerprints },
    })
  })
  return { status: 'ok' as const }
}
