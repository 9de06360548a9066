/** Workflows and what carries them out. */
import {
  createEngine,
  createEntityWorkflows,
  createRunFeed,
  type Engine,
  type EntityWorkflows,
  type Explanation,
  followChanges,
  type RunFeed,
  type WorkflowCalls,
} from '../modules/workflows/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notifications } from '../platform/database/listen.ts'
import type { Log } from '../platform/log.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { createScripts } from '../platform/scripts/create-scripts.ts'
import type { Scripts } from '../platform/scripts/scripts.ts'
import { createSingleFlight, type SingleFlight } from '../platform/single-flight.ts'
import type { LanguageModel } from '../ports/language-model/port.ts'
import type { OutboundHttp } from '../ports/outbound-http/port.ts'

export interface RunningWorkflows {
  workflowEngine: Engine
  runFeed: RunFeed
  entityWorkflows: EntityWorkflows
  scripts: Scripts
  /** Those that are being explained. */
  runAnalyses: SingleFlight<Explanation>
}

export function createRunningWorkflows(options: {
  db: Db
  clock: Clock
  log: Log
  notifications: Notifications
  realtime: Realtime
  outboundHttp: OutboundHttp
  languageModel: LanguageModel
  workflowCalls: WorkflowCalls
  /** How often it looks for what is due, in place of the usual. */
  lookEveryMs: number | undefined
}): RunningWorkflows {
  const { notifications, realtime, lookEveryMs, ...others } = options
  const entityWorkflows = createEntityWorkflows()
  followChanges(notifications, { entityWorkflows })
  const scripts = createScripts()
  const runFeed = createRunFeed(realtime)
  const workflowEngine = createEngine({
    ...others,
    scripts,
    onProgress: runFeed.publish,
    ...(lookEveryMs !== undefined && { lookEveryMs }),
  })
  return { workflowEngine, runFeed, entityWorkflows, scripts, runAnalyses: createSingleFlight() }
}
