import type { Db } from '../../platform/database/db.ts'
import type { SessionRow } from './tables.ts'

/** Who wants to know how sessions go on. Both are called in the transaction of the change. */
export interface CodingNotices {
  needsInput(tx: Db, session: NoticedSession): Promise<void>
  ended(tx: Db, session: NoticedSession): Promise<void>
}

export type NoticedSession = Pick<
  SessionRow,
  | 'id'
  | 'app_id'
  | 'state'
  | 'title'
  | 'client_reference'
  | 'launch_key'
  | 'error_code'
  | 'outcome'
  | 'pull_request'
  | 'input_request_id'
>
