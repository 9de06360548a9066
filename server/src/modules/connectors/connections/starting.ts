import type { AnswerOf, operations } from '@atrium/contract'
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import type { Sendable } from '../../../platform/module.ts'
import type { App } from '../../../tenancy/index.ts'
import type { ReadValues } from '../definitions/read-values.ts'

export type Started = Sendable<AnswerOf<typeof operations.connectors.initiate>>

/** What is about to be connected. */
export interface Starting {
  app: App
  definition: ConnectorDefinition
  scopes: readonly string[]
  values: ReadValues
}
