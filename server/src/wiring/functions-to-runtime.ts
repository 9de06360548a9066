/** Functions and what runs them: log lines come in, and processes end when the code or the secrets change. */
import {
  type ActiveFunctions,
  createActiveFunctions,
  createEntityAutomations,
  createFunctionLogs,
  createInvocations,
  type EntityAutomations,
  type FunctionLogs,
  followChanges,
  type Invocations,
} from '../modules/functions/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notifications } from '../platform/database/listen.ts'
import type { Log } from '../platform/log.ts'
import { chooseFunctionRuntime, type FunctionLimits } from '../ports/function-runtime/choose.ts'
import type { FunctionLog, FunctionRuntime } from '../ports/function-runtime/port.ts'
import type { OutboundHttp, OutboundSockets } from '../ports/outbound-http/port.ts'

export interface RunningFunctions {
  functionRuntime: FunctionRuntime
  activeFunctions: ActiveFunctions
  functionLogs: FunctionLogs
  functionInvocations: Invocations
  entityAutomations: EntityAutomations
}

/** What runs functions, and reports what they write. */
export type MakeFunctionRuntime = (options: { onLog(line: FunctionLog): void }) => FunctionRuntime

export function createRunningFunctions(options: {
  db: Db
  clock: Clock
  log: Log
  notifications: Notifications
  outboundHttp: OutboundHttp & OutboundSockets
  hosts: readonly string[]
  limits: FunctionLimits
  /** In place of the usual one. */
  make: MakeFunctionRuntime | undefined
}): RunningFunctions {
  const { db, clock, log, notifications, make } = options
  const functionLogs = createFunctionLogs({ db, clock, log })
  const onLog = functionLogs.record
  const functionRuntime = make?.({ onLog }) ?? chooseFunctionRuntime({ ...options, onLog, now: clock.now })
  const activeFunctions = createActiveFunctions(db)
  const entityAutomations = createEntityAutomations()
  followChanges(notifications, { activeFunctions, functionRuntime, entityAutomations })
  return {
    functionRuntime,
    activeFunctions,
    functionLogs,
    functionInvocations: createInvocations({ db, log }),
    entityAutomations,
  }
}
