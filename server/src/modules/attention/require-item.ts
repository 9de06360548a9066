import { refuse } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'
import { findItems } from './find-items.ts'
import type { FoundItem } from './rules.ts'
import type { Viewer } from './viewer.ts'

/** What needs this person by that id now. */
export async function requireItem(deps: Deps, viewer: Viewer, itemId: string): Promise<FoundItem> {
  const item = (await findItems(deps, viewer)).find(({ id }) => id === itemId)
  if (!item) throw refuse('attention_item_not_found')
  return item
}
