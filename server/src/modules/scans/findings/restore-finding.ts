import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import type { BaseDeps, Caller } from '../../../tenancy/index.ts'
import { ignoredStore } from './ignored-store.ts'

/** Spec: DELETE /api/apps/{app_id}/security/scan/ignore/{fingerprint}. */
export async function restoreFinding(
  { db, clock, access, audit }: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.findings.restore>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  await transaction(db, async (tx) => {
    const restored = await ignoredStore(tx).remove(app.id, params.fingerprint, clock.now())
    if (!restored) return
    const { fingerprint, finding_type, title } = restored
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'findings.restore',
      target_type: 'finding',
      target_id: fingerprint,
      app_id: app.id,
      detail: { finding_type, title },
    })
  })
  return { status: 'ok' as const }
}
