import type { Db } from '../../platform/database/db.ts'
import type { ScannedSchema, Snapshot } from './scanner/snapshot.ts'

/** What scans read and change of apps; the code, entities, functions and sites are other modules'. */
export interface ScannedApps {
  /** Null when there is no such app any more. */
  snapshot(appId: string): Promise<Snapshot | null>
  /** In a transaction nobody else changes them until its end. */
  schemas(db: Db, appId: string): Promise<readonly ScannedSchema[]>
  /** Saves changed schemas in the transaction, as `schemas.set` would. */
  saveSchemas(tx: Db, appId: string, schemas: readonly ScannedSchema[], now: Date): Promise<void>
  /** After the commit: this node need not wait until it is notified of the change. */
  invalidateSchemas(appId: string): void
}
