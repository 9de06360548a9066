import type { RecordChange } from './record-events.ts'

/** Counts changes of records for anyone who cares how many there were; tied to them where the parts are put together. */
export interface RecordTally {
  /** After the commit; must cost the change nothing. */
  record(appId: string, entityName: string, change: RecordChange, count: number): void
}
