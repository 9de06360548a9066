import type { InputOf, operations } from '@atrium/contract'
import { MAX_SNOOZE_DAYS } from '@atrium/contract/attention'
import { invalid } from '../../platform/errors.ts'
import { readTime } from '../../platform/time/read-time.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessViewer } from './access-viewer.ts'
import type { Deps } from './deps.ts'
import { requireItem } from './require-item.ts'
import { attentionStore } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export async function snoozeAttention(
  deps: Deps,
  caller: Caller,
  { params, query, body }: InputOf<typeof operations.attention.snooze>,
) {
  const now = deps.clock.now()
  const snoozed_until = requireSoon(body.until, now)
  const viewer = await accessViewer(deps, caller, query.workspaceId)
  const { id } = await requireItem(deps, viewer, params.item_id)
  await attentionStore(deps.db).save(viewer, id, snoozed_until, now)
  return { id, state: 'snoozed' as const, snoozed_until }
}

function requireSoon(text: string, now: Date): Date {
  const loc = ['body', 'until']
  const time = readTime(text, loc)
  if (time <= now) throw invalid(loc, 'datetime_future', 'Choose a time in the future')
  if (time.getTime() > now.getTime() + MAX_SNOOZE_DAYS * DAY_MS)
    throw invalid(loc, 'datetime_too_far', `Choose a time within ${MAX_SNOOZE_DAYS} days`)
  return time
}
