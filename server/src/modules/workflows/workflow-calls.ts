import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Db } from '../../platform/database/db.ts'

/** What steps do with the rest of their app: see `wiring/workflows-to-app.ts`. They act as the app itself. */
export interface WorkflowCalls {
  createRecord(run: ActingRun, entityName: string, data: object, alongside: Alongside): Promise<void>
  updateRecord(
    run: ActingRun,
    entityName: string,
    id: string,
    data: object,
    alongside: Alongside,
  ): Promise<void>
  deleteRecord(run: ActingRun, entityName: string, id: string, alongside: Alongside): Promise<void>
  queryRecords(run: ActingRun, entityName: string, query: RecordsWanted): Promise<readonly unknown[]>
  /** What the function answered, parsed when it is JSON; a status that is no success is a refusal. */
  invokeFunction(run: ActingRun, call: FunctionCall, signal: AbortSignal): Promise<FunctionAnswer>
  /** What the service answered, whatever its status is. */
  callConnector(run: ActingRun, call: ConnectorCall, signal: AbortSignal): Promise<ConnectorAnswer>
  /** In the name of the agent whose conversation it is. */
  sendMessage(run: ActingRun, conversationId: string, content: string, alongside: Alongside): Promise<void>
}

/** On whose behalf a step acts. */
export interface ActingRun {
  app_id: string
  run_id: string
  workflow_name: string
  /** How many runs and calls led to what the step does. */
  depth: number
}

/** Stores in the transaction of a change what depends on it; gets what the change gave. */
export type Alongside = (tx: Db, result: unknown) => Promise<void>

export interface RecordsWanted {
  filter?: object
  sort?: string
  limit: number
}

export interface FunctionCall {
  name: string
  method: string
  body: unknown
  idempotencyKey: string
}

/** A call of a connected service, and what it gives: as `connectors.call` has them. */
export type ConnectorCall = InputOf<typeof operations.connectors.call>['body'] & { integration_type: string }
export type ConnectorAnswer = AnswerOf<typeof operations.connectors.call>

export interface FunctionAnswer {
  status: number
  content_type: string
  body: Buffer
}
