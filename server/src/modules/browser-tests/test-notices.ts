import type { Db } from '../../platform/database/db.ts'
import type { TestRunRow } from './tables.ts'

/** Who wants to know when a run has ended. */
export interface TestNotices {
  /** In the transaction that ends the run. */
  ended(
    tx: Db,
    run: Pick<TestRunRow, 'id' | 'app_id' | 'flow_id' | 'flow_name' | 'status' | 'trigger'>,
  ): Promise<void>
}
