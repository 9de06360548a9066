import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessViewer } from './access-viewer.ts'
import type { Deps } from './deps.ts'
import { findItems } from './find-items.ts'
import { presentSettings, settingsStore } from './settings-store.ts'

/** A choice of one person for themselves, so it is not in the audit log (G674). */
export async function configureAttention(
  deps: Deps,
  caller: Caller,
  { query, body = {} }: InputOf<typeof operations.attention.configure>,
) {
  const { db, clock } = deps
  const viewer = await accessViewer(deps, caller, query.workspaceId)
  // What is open now is known to somebody who turns the emails on.
  const items = body.mail === true ? await findItems(deps, viewer) : []
  const open = items.filter(({ state }) => state === 'open').map(({ id }) => id)
  return transaction(db, async (tx) => {
    const store = settingsStore(tx)
    const before = await store.lock(viewer)
    const after = { ...presentSettings(before), ...body }
    const isTurnedOn = after.mail && before?.mail !== true
    await store.save({
      workspace_id: viewer.workspace_id,
      user_id: viewer.user_id,
      ...after,
      known_ids: isTurnedOn ? open : (before?.known_ids ?? []),
      mailed_at: before?.mailed_at ?? null,
      next_look_at: before?.next_look_at ?? clock.now(),
    })
    return after
  })
}
