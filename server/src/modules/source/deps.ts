import type { Turns } from '../../platform/realtime/turns.ts'
import type { SourceStorage } from '../../ports/source-storage/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'

/** What the code of apps needs in addition to what all modules get. */
export interface Deps extends BaseDeps {
  sourceStorage: SourceStorage
  /** On one node the changes of an app's code wait for each other here, and not in the database. */
  sourceTurns: Turns
}
