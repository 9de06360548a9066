import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessViewer } from './access-viewer.ts'
import type { Deps } from './deps.ts'
import { requireItem } from './require-item.ts'
import { attentionStore } from './store.ts'

export async function dismissAttention(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.attention.dismiss>,
) {
  const viewer = await accessViewer(deps, caller, query.workspaceId)
  const { id } = await requireItem(deps, viewer, params.item_id)
  await attentionStore(deps.db).save(viewer, id, null, deps.clock.now())
  return { id, state: 'dismissed' as const, snoozed_until: null }
}
