import type { Db } from '../../platform/database/db.ts'
import type { HeavyQueries } from '../../platform/database/heavy-queries.ts'
import type { LongWork } from '../../platform/database/long-work.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { RecordFeed } from './realtime/record-feed.ts'
import type { AnonymousShare } from './records/anonymous-share.ts'
import type { RecordEvents } from './records/record-events.ts'
import type { RecordQuota } from './records/record-quota.ts'
import type { RecordTally } from './records/record-tally.ts'
import type { RecordTriggers } from './records/record-triggers.ts'
import type { UpsertTurns } from './records/upsert-turns.ts'
import type { SchemaCache } from './schemas/schema-cache.ts'

export interface Deps extends BaseDeps {
  entitySchemas: SchemaCache
  recordEvents: RecordEvents
  recordTally: RecordTally
  recordTriggers: RecordTriggers
  recordFeed: RecordFeed
  upsertTurns: UpsertTurns
  longWork: LongWork
  heavyQueries: HeavyQueries
  recordQuota: RecordQuota
  anonymousShare: AnonymousShare
  /** How long changes that people make are kept; 0: not at all. */
  recordHistoryDays: number
  /** Stores in the transaction of a change what depends on it; gets the records as they are then. */
  alongside?(tx: Db, records: readonly object[]): Promise<void>
}
