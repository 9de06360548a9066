import type { Db } from '../../../platform/database/db.ts'

/** What becomes of records, in the words of webhooks. */
export type RecordChange = 'created' | 'updated' | 'deleted'

/** Notifies anyone who wants to know of records outside; tied to webhooks where the parts are put together. */
export interface RecordEvents {
  /**
   * SQL, with the SQL of an app and an entity in it: nobody wants to know of this entity's changes. A statement that
   * changes records only if this holds needs nothing else next to it.
   */
  hasNoSubscribers(app: string, entity: string): string
  /** In the transaction of the change; returns whether anybody wants to know of this entity's changes. */
  record(tx: Db, change: RecordChange, of: ChangedEntity, records: readonly WholeRecord[]): Promise<boolean>
  /** After the commit. */
  flush(): void
}

export interface ChangedEntity {
  app_id: string
  entity_name: string
  happened_at: Date
}

/** Anyone who sets up a webhook can edit the app, so nothing is left out. */
export type WholeRecord = { id: string; [field: string]: unknown }
