import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessViewer } from './access-viewer.ts'
import type { Deps } from './deps.ts'
import { attentionStore } from './store.ts'

export async function restoreAttention(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.attention.restore>,
) {
  const viewer = await accessViewer(deps, caller, query.workspaceId)
  await attentionStore(deps.db).remove(viewer, params.item_id)
  return { id: params.item_id, state: 'open' as const, snoozed_until: null }
}
