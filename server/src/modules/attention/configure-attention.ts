import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { invalid } from '../../platform/errors.ts'
import { onlyFields } from '../../platform/only-fields.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessViewer } from './access-viewer.ts'
import type { Deps } from './deps.ts'
import { findItems } from './find-items.ts'
import { isOn, presentSettings, settingsStore } from './settings-store.ts'

/** A choice of one person for themselves, so it is not in the audit log (G674). */
export async function configureAttention(
  deps: Deps,
  caller: Caller,
  { query, body = {} }: InputOf<typeof operations.attention.configure>,
) {
  const { db, clock } = deps
  const viewer = await accessViewer(deps, caller, query.workspaceId)
  const sent = body.webhook_url ? { ...body, webhook_url: requireAddress(deps, body.webhook_url) } : body
  // What is open now is known to somebody who wants to be sent what is new.
  const items = body.mail || body.webhook_url ? await findItems(deps, viewer) : []
  const open = items.filter(({ state }) => state === 'open').map(({ id }) => id)
  return transaction(db, async (tx) => {
    const store = settingsStore(tx)
    const before = await store.lock(viewer)
    const known = presentSettings(before)
    // Undeclared fields of the body could name columns, such as the person whose settings these are.
    const after = { ...known, ...onlyFields(sent, Object.keys(known)) }
    const isTurnedOn = isOn(after) && !(before && isOn(before))
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

/** In its normal form, or a 422. Its name is judged when it is called. */
function requireAddress({ outboundHttp }: Deps, text: string): string {
  const checked = outboundHttp.checkTarget(text)
  if (!checked.ok) throw invalid(['body', 'webhook_url'], 'url_parsing', checked.message)
  return checked.url.href
}
