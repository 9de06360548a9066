import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import { type AppQuotas, type Quotas, reached, refuseBy, type Used } from '../../../tenancy/index.ts'
import { eventUsageStore } from './event-usage-store.ts'

export interface EventQuota {
  /** Counts events of an app, or refuses them when it took as many today as it may. Costs the request nothing. */
  take(appId: string, count: number, isAnonymous: boolean): void
  /** Writes what was counted before. */
  settle(): Promise<void>
}

const EVERY_MS = 1_000
const DAY_MS = 24 * 60 * 60 * 1000

interface Day {
  day: string
  /** What all nodes took, as far as is known; null as long as nobody asked. */
  known: { quotas: AppQuotas | null; used: Used } | null
  /** What this node took and did not write yet. */
  events: number
  anonymous: number
}

/** Each node adds what it took every second and reads what all took: a little more than a quota can pass. */
export function createEventQuota(parts: { db: Db; clock: Clock; log: Log; quotas: Quotas }): EventQuota {
  const { db, clock, log, quotas } = parts
  const days = new Map<string, Day>()
  const store = eventUsageStore(db)
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  const write = async (appId: string, entry: Day) => {
    const taken = { events: entry.events, anonymous: entry.anonymous }
    entry.events = 0
    entry.anonymous = 0
    const found = await quotas.of(appId)
    const used = found ? await store.add(appId, found.workspace_id, entry.day, taken) : {}
    entry.known = { quotas: found, used }
  }
  const writeAll = async () => {
    timer = null
    const today = dayOf(clock.now())
    for (const [appId, entry] of days) {
      if (entry.events > 0) {
        await tolerate(log, 'the events of an app could not be counted', write(appId, entry), undefined)
      } else if (entry.day < today) days.delete(appId)
    }
  }
  const flush = () => {
    writing = writing.then(writeAll)
    return writing
  }
  const entryOf = (appId: string, day: string): Day => {
    const known = days.get(appId)
    if (known?.day === day) return known
    const made = { day, known: null, events: 0, anonymous: 0 }
    days.set(appId, made)
    return made
  }

  return {
    take(appId, count, isAnonymous) {
      if (count === 0) return
      const now = clock.now()
      const entry = entryOf(appId, dayOf(now))
      const { quotas: found = null, used = NONE } = entry.known ?? {}
      const [full] = found ? reached(usedBy(entry, used, isAnonymous), found.limits) : []
      if (found && full) {
        const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000)
        const headers = { 'Retry-After': String(seconds) }
        throw refuseBy('daily_quota_exceeded', full, found.limits, { headers })
      }
      entry.events += count
      if (isAnonymous) entry.anonymous += count
      timer ??= setTimeout(flush, entry.known ? EVERY_MS : 0).unref()
    },
    async settle() {
      if (timer) clearTimeout(timer)
      await flush()
    },
  }
}

const NONE: Used = {}

/** With what is not written yet; those who are named have no part in the quota of the others. */
function usedBy({ events, anonymous }: Day, used: Used, isAnonymous: boolean): Used {
  return {
    'app.events_a_day': (used['app.events_a_day'] ?? 0) + events,
    'workspace.events_a_day': (used['workspace.events_a_day'] ?? 0) + events,
    ...(isAnonymous && {
      'app.anonymous_events_a_day': (used['app.anonymous_events_a_day'] ?? 0) + anonymous,
    }),
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
