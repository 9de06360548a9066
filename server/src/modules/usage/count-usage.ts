import type { UsageMeter } from '@atrium/contract/usage'
import { MOST_OF_USAGE } from '@atrium/contract/usage'
import type { Deps, WorkspaceUse } from './deps.ts'
import { meterOf, metersOfApp, nextDay } from './usage-rules.ts'
import { usageStore } from './usage-store.ts'

type CountDeps = Pick<Deps, 'db' | 'clock' | 'usageSources' | 'filesPerAppBytes'>

const MICROS_PER_CENT = 10_000

/** What a workspace has used of each thing, and what those of its apps have that used the most. */
export async function countUsage(deps: CountDeps, workspaceId: string) {
  const { usageSources: sources } = deps
  const now = deps.clock.now()
  const [day, month] = [startOf(now, 10), startOf(now, 7)]
  const store = usageStore(deps.db)
  const [limits, use, model, credits, mails] = await Promise.all([
    sources.quotas.ofWorkspace(workspaceId),
    sources.count(workspaceId, now.toISOString().slice(0, 10), MOST_OF_USAGE),
    sources.countModel(workspaceId, day),
    store.credits(workspaceId, month.toISOString().slice(0, 10)),
    store.mailsSince(workspaceId, month),
  ])
  const tomorrow = nextDay(now)
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
  const quota = (name: keyof NonNullable<typeof limits>) => limits?.[name] ?? null
  const total = (id: keyof WorkspaceUse['total']) => use.total[id] ?? 0
  const meters: UsageMeter[] = [
    meterOf('credits', credits.used, credits.monthly_limit, nextMonth),
    meterOf('records', total('records'), quota('workspace.records'), null),
    meterOf('record_bytes', total('record_bytes'), quota('workspace.record_bytes'), null),
    meterOf('file_bytes', total('file_bytes'), null, null),
    meterOf('events', total('events'), quota('workspace.events_a_day'), tomorrow),
    meterOf('model_tokens', model.tokens, quota('workspace.model_tokens_a_day'), tomorrow),
    meterOf(
      'model_cents',
      model.cost_micros / MICROS_PER_CENT,
      quota('workspace.model_cents_a_day'),
      tomorrow,
    ),
    meterOf('mails', mails, null, nextMonth),
  ]
  const apps = use.apps.map((app) => ({
    app_id: app.app_id,
    meters: metersOfApp(app, limits, deps.filesPerAppBytes, now),
  }))
  return { meters, apps }
}

/** The beginning of the day (10) or month (7) in UTC. */
function startOf(now: Date, digits: 10 | 7): Date {
  return new Date(`${now.toISOString().slice(0, digits)}${digits === 7 ? '-01' : ''}T00:00:00.000Z`)
}
