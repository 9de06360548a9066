import type { OwnCalls } from '../../platform/http/own-calls.ts'
import type { Scripts } from '../../platform/scripts/scripts.ts'
import type { SingleFlight } from '../../platform/single-flight.ts'
import type { LanguageModel } from '../../ports/language-model/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { Explanation } from './analysis/explanation.ts'
import type { Engine } from './engine/engine.ts'
import type { RunFeed } from './runs/run-feed.ts'
import type { EntityWorkflows } from './triggers/entity-workflows.ts'

/** What workflows need in addition to what all modules get. */
export interface Deps extends AnalysisDeps {
  workflowEngine: Engine
  entityWorkflows: EntityWorkflows
  scripts: Scripts
  ownCalls: OwnCalls
  runFeed: RunFeed
  /** The public address, for those of webhooks. */
  baseUrl(): string
  /** What is wrong with a filter for records of an entity; entities are another module's. */
  recordFilterFault(appId: string, entityName: string, filter: unknown): Promise<FilterFault | null>
}

export interface AnalysisDeps extends BaseDeps {
  languageModel: LanguageModel
  /** Those of this server who want the same run explained. */
  runAnalyses: SingleFlight<Explanation>
  /** What an explanation must never repeat; secrets are another module's. */
  appSecretValues(appId: string): Promise<readonly string[]>
}

export interface FilterFault {
  place: readonly (string | number)[]
  message: string
}
