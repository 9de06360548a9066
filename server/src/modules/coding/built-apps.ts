/** What the app builder and the exchange of code need of an app: its own code, its entities, its site. */
export interface BuiltApps {
  /** Moves with every change of the code; 0 when there was never a file. */
  sourceRevision(appId: string): Promise<number>
  /** The files of the code, by path. */
  sourceFiles(appId: string): AsyncIterable<{ path: string; size: number; read(): Promise<Uint8Array> }>
  /**
   * Changes the code in one commit. Refuses with `source_limit_reached`, `source_changed` (it is not at
   * `expectedRevision` any more), `source_unavailable`.
   */
  changeSource(change: SourceChange): Promise<{ revision: number; commit: string }>
  /** The schemas of its entities, by name. */
  entitySchemas(appId: string): Promise<{ name: string; schema: unknown }[]>
  /** Sets the schema of an entity as somebody; returns why it could not be, or null. */
  setEntitySchema(userId: string, appId: string, name: string, schema: unknown): Promise<string | null>
  /** Makes a revision of the site that is not published; null when the code has no site. */
  makePreview(userId: string, appId: string): Promise<{ revision_id: string; url: string } | null>
}

export interface SourceChange {
  app_id: string
  user_id: string
  message: string
  /** Null: whatever it is. */
  expectedRevision: number | null
  /** `bytes` null: the file goes. */
  files: readonly { path: string; bytes: Uint8Array | null }[]
}
