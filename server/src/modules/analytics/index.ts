/** What the people who use an app do there, and how many they are. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { aggregateEvents } from './aggregate-events.ts'
import type { Deps } from './deps.ts'
import { eventArchive } from './event-archive.ts'
import { forgetApp } from './forget-app.ts'
import { keepEventDays } from './keep-event-days.ts'
import { listEventNames } from './list-event-names.ts'
import { noteUserCounts } from './note-user-counts.ts'
import { purgeAnalytics } from './purge-analytics.ts'
import { queryEvents } from './query-events.ts'
import { readUserHistory } from './read-user-history.ts'
import { readUserStats } from './read-user-stats.ts'
import { trackEvents } from './track-events.ts'
import { unpackEvents } from './unpack-events.ts'
import { userArchive } from './user-archive.ts'

export { type AnalyticsMetrics, createAnalyticsMetrics } from './analytics-metrics.ts'
export { createEventBuffer, type EventBuffer } from './event-buffer.ts'

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
    every('0 * * * *', noteUserCounts),
    every('11 * * * *', keepEventDays),
    every('*/10 * * * *', purgeAnalytics),
  ],
  listeners: [forgetApp],
  archive: [...eventArchive, ...userArchive],
})
