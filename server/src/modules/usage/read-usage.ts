import type { InputOf, operations } from '@atrium/contract'
import { MOST_OF_USAGE } from '@atrium/contract/usage'
import { type Caller, requireWholeWorkspace } from '../../tenancy/index.ts'
import { countUsage } from './count-usage.ts'
import type { Deps } from './deps.ts'
import { highestShare } from './usage-rules.ts'
import { MOST_COUNTED, usageStore } from './usage-store.ts'

const DAY_MS = 86_400_000
const DAYS = 30

export async function readUsage(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<typeof operations.usage.read>,
) {
  const workspace = await deps.access.workspace(caller, query.workspaceId, 'admin')
  requireWholeWorkspace(caller)
  const store = usageStore(deps.db)
  const days = lastDays(deps.clock.now())
  const since = new Date(`${days[0]}T00:00:00.000Z`)
  const [{ meters, apps }, { counted, by_day, ...shares }] = await Promise.all([
    countUsage(deps, workspace.id),
    store.creditShares(workspace.id, since),
  ])
  const names = await store.appNames(
    workspace.id,
    apps.map(({ app_id }) => app_id),
  )
  const amounts = new Map(by_day.map(({ date, amount }) => [date, amount]))
  return {
    meters,
    apps: apps
      .flatMap(({ app_id, meters: own }) => {
        const app_name = names.get(app_id)
        return app_name === undefined ? [] : [{ app_id, app_name, meters: own }]
      })
      .toSorted((a, b) => highestShare(b.meters) - highestShare(a.meters))
      .slice(0, MOST_OF_USAGE),
    credits: {
      since,
      is_complete: counted <= MOST_COUNTED,
      ...shares,
      by_day: days.map((date) => ({ date, amount: amounts.get(date) ?? 0 })),
    },
  }
}

function lastDays(now: Date): string[] {
  return Array.from({ length: DAYS }, (_, n) =>
    new Date(now.getTime() - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10),
  )
}
