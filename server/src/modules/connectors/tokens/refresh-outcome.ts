import type { TokenOutcome } from '../../../ports/connector-auth/port.ts'
import type { Deps } from '../deps.ts'
import type { ClaimedConnection } from './refresh-store.ts'
import type { Credentials } from './sealed-credentials.ts'

export type RefreshDeps = Pick<
  Deps,
  'db' | 'log' | 'secrets' | 'audit' | 'connectorAuth' | 'connectionNotices'
>

/** What came of it, and what is needed to store that. */
export interface RefreshOutcome {
  claimed: ClaimedConnection
  workspace_id: string
  display_name: string
  /** As they were; null when they cannot be opened. */
  credentials: Credentials | null
  /** What the service must not be quoted with, in addition to the credentials. */
  client_secret: string | null
  answer: RefreshAnswer
}

export type RefreshAnswer =
  | TokenOutcome
  /** The service gave nothing to refresh with. */
  | { kind: 'not_refreshable' }
  /** The node stood still for so long that its claim may be somebody else's. */
  | { kind: 'too_late' }
