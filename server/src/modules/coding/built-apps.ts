import type { Db } from '../../platform/database/db.ts'

/** What the app builder and the exchange of code need of an app: its own code, its entities, its site. */
export interface BuiltApps {
  /** Moves with every change of the code; 0 when there was never a file. */
  sourceRevision(appId: string): Promise<number>
  /** The files of the code, by path. `read` refuses with `source_unavailable`; null: it was changed in the meantime. */
  sourceFiles(appId: string): AsyncIterable<BuiltFile>
  /**
   * Changes the code in one commit; what is as it was makes none. Refuses with `source_limit_reached`, `source_changed` (it
   * is not at `expectedRevision` any more), `source_unavailable`, `source_path_taken`, `source_file_too_large`, and a path
   * that cannot be with 422.
   */
  changeSource(change: SourceChange): Promise<SourceChanged>
  /** The schemas of its entities, by name. */
  entitySchemas(appId: string): Promise<{ name: string; schema: unknown }[]>
  /** What is wrong with a schema, for people; null when nothing is. */
  entitySchemaFault(name: string, schema: unknown): string | null
  /**
   * Sets schemas in the name of somebody, in the transaction of the caller, who gives it up when names come back: those were
   * changed by others since. Refuses with `entity_limit_reached`.
   */
  setEntitySchemas(tx: Db, change: SchemasChange): Promise<string[]>
  /** When that transaction is over. */
  invalidateEntitySchemas(appId: string): void
  /**
   * Makes a revision of the site that is not published; null when the code has no site. Refuses with `site_too_large`,
   * `source_unavailable`.
   */
  makePreview(request: PreviewRequest): Promise<Preview | null>
}

export interface SchemasChange {
  app_id: string
  workspace_id: string
  user: { id: string; email: string }
  /** `before`: what it was when the work began; null: there was no such entity. */
  schemas: readonly { name: string; schema: unknown; before: unknown }[]
}

export interface Preview {
  revision_id: string
  url: string
}

export interface PreviewRequest {
  app_id: string
  message: string
  /** The email of the person. */
  created_by: string | null
  /** What else is stored in the same transaction. */
  alsoStore(tx: Db, made: Preview): Promise<void>
}

export interface BuiltFile {
  path: string
  /** The id of its bytes in git. */
  id: string
  size: number
  /** At most 1 MiB. */
  read(): Promise<Uint8Array | null>
}

export interface SourceChanged {
  revision: number
  /** Null when there was never a file. */
  commit: string | null
}

export interface SourceChange {
  app_id: string
  user_id: string
  message: string
  /** Null: whatever it is. */
  expectedRevision: number | null
  /** `bytes` null: the file goes. */
  files: readonly { path: string; bytes: Uint8Array | null }[]
  /** What else is stored in the same transaction. */
  alsoStore?: (tx: Db, done: SourceChanged) => Promise<void>
}
