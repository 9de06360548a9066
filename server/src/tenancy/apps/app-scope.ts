/** Some apps of a workspace: what is asked of many of them at once is asked by this. */
export interface AppScope {
  workspace_id: string
  /** Only these; null = all of the workspace. */
  app_ids: readonly string[] | null
  /** At most so many rows. */
  limit: number
  now: Date
}

/** The app that a row of such a query is about. */
export interface AppOfRow {
  app_id: string
  app_name: string
  app_kind: 'app' | 'agent'
}

/** The columns of `AppOfRow`, of the app with the alias `a`. */
export const APP_OF_ROW = 'a.id as app_id, a.name as app_name, a.kind as app_kind'

/** Whether the app with the alias `a` is in the scope, whose values are the first two of the statement. */
export const IN_SCOPE = `a.workspace_id = $1 and a.deleted_at is null and ($2::text[] is null or a.id = any($2))`

/** The values of `IN_SCOPE`. */
export function scopeValues({ workspace_id, app_ids }: AppScope): readonly unknown[] {
  return [workspace_id, app_ids]
}
