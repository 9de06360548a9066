/** What the people who use an app do there, and how many they are. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { maintainEventDays } from './days/maintain-event-days.ts'
import { deleteAppData } from './delete-app-data.ts'
import type { Deps } from './deps.ts'
import { eventArchive } from './events/event-archive.ts'
import { trackEvents } from './events/track-events.ts'
import { unpackEvents } from './events/unpack-events.ts'
import { purgeAnalytics } from './purge-analytics.ts'
import { aggregateEvents } from './reports/aggregate-events.ts'
import { listEventNames } from './reports/list-event-names.ts'
import { queryEvents } from './reports/query-events.ts'
import { readUserHistory } from './users/read-user-history.ts'
import { readUserStats } from './users/read-user-stats.ts'
import { recordUserCounts } from './users/record-user-counts.ts'
import { userArchive } from './users/user-archive.ts'

export { type AnalyticsMetrics, createAnalyticsMetrics } from './analytics-metrics.ts'
export { createEventBuffer, type EventBuffer } from './events/event-buffer.ts'
export { eventUsageStore } from './quotas/event-usage-store.ts'
export { appsWithEvents, eventsOfWorkspace } from './quotas/usage-list-store.ts'

export const analytics = module<Deps>('analytics', {
  handlers: [
    handle(operations.events.track, trackEvents),
    handle(operations.stats.users, readUserStats),
    handle(operations.stats.history, readUserHistory),
    handle(operations.events.names, listEventNames),
    handle(operations.events.query, queryEvents),
    handle(operations.events.aggregate, aggregateEvents),
  ],
  schedules: [
    every('* * * * *', unpackEvents),
    every('0 * * * *', recordUserCounts),
    every('11 * * * *', maintainEventDays),
    every('*/10 * * * *', purgeAnalytics),
  ],
  listeners: [deleteAppData],
  archive: [...eventArchive, ...userArchive],
})
