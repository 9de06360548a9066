import type { OwnCalls } from '../../platform/http/own-calls.ts'
import type { FunctionRuntime, SourceFile } from '../../ports/function-runtime/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { EntityAutomations } from './automations/entity-automations.ts'
import type { Invocations } from './calls/invocations.ts'
import type { ActiveFunctions } from './deployments/active-functions.ts'
import type { FunctionLogs } from './logs/function-logs.ts'

/** What backend functions need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  functionRuntime: FunctionRuntime
  activeFunctions: ActiveFunctions
  functionLogs: FunctionLogs
  functionInvocations: Invocations
  entityAutomations: EntityAutomations
  ownCalls: OwnCalls
  /** The public address, as functions see it. */
  baseUrl(): string
  /** What is wrong with a filter for records of an entity; entities are another module's. */
  recordFilterFault(appId: string, entityName: string, filter: unknown): Promise<FilterFault | null>
  /** The files below a folder of the app's code, their paths from there; the code is another module's. */
  appSourceFolder(appId: string, folder: string): Promise<SourceFile[]>
}

export interface FilterFault {
  place: readonly (string | number)[]
  message: string
}
