/** Who looks at which page of an app. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import type { Deps } from './deps.ts'
import { listAppLogs } from './list-app-logs.ts'
import { purgeVisits } from './purge-visits.ts'
import { readAppLogStats } from './read-app-log-stats.ts'
import { visitApp } from './visit-app.ts'

export { importVisits } from './import-visits.ts'
export { countVisits } from './visit-counts-store.ts'
export { createVisits, type Visits } from './visits.ts'

export const appLogs = module<Deps>('app-logs', {
  handlers: [
    handle(operations.app_logs.visit, visitApp),
    handle(operations.app_logs.list, listAppLogs),
    handle(operations.app_logs.stats, readAppLogStats),
  ],
  schedules: [every('7 4 * * *', purgeVisits)],
})
