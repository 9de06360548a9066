import { MOST_OF_A_KIND } from '@atrium/contract/attention'
import type { Deps } from './deps.ts'
import { compareItems, type FoundItem, itemId, presentItem } from './rules.ts'
import { attentionStore } from './store.ts'
import type { Kind, Trouble, TroubleSource } from './troubles.ts'
import { appsFor, type Viewer } from './viewer.ts'

/** So many sources are asked at a time: others need connections to the database too. */
const AT_ONCE = 4

/** Everything that needs this person now, put away or not, in its order. */
export async function findItems(
  { db, clock, troubleSources }: Pick<Deps, 'db' | 'clock' | 'troubleSources'>,
  viewer: Viewer,
  kind?: Kind,
): Promise<FoundItem[]> {
  const now = clock.now()
  const asked = troubleSources.filter(({ kinds }) => kind === undefined || kinds.includes(kind))
  const troubles = await listTroubles(asked, viewer, now)
  const putAway = await attentionStore(db).putAway(viewer.workspace_id, viewer.user_id)
  return troubles
    .filter((trouble) => (kind === undefined || trouble.kind === kind) && concerns(trouble, viewer))
    .map((trouble) => {
      const id = itemId(trouble, viewer.workspace_id)
      return presentItem(trouble, id, putAway.get(id), now)
    })
    .sort(compareItems)
}

async function listTroubles(
  sources: readonly TroubleSource[],
  viewer: Viewer,
  now: Date,
): Promise<Trouble[]> {
  const left = [...sources]
  const found: Trouble[] = []
  const ask = async () => {
    for (let source = left.shift(); source; source = left.shift()) {
      const app_ids = appsFor(viewer, source.need)
      if (app_ids?.length === 0) continue
      const scope = { workspace_id: viewer.workspace_id, app_ids, limit: MOST_OF_A_KIND, now }
      found.push(...(await source.list(scope)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return found
}

/** Where only some people can do something, the others are not asked to. */
function concerns({ emails }: Trouble, { email }: Viewer): boolean {
  return emails === undefined || emails.some((one) => one.toLowerCase() === email.toLowerCase())
}
