import { type RawBuilder, sql } from 'kysely'
import type { ExportScope } from '../../platform/archive/collection.ts'

/** Whether the workspace that the column names is exported. */
export function inScope({ workspace_ids }: ExportScope, column: string): RawBuilder<boolean> {
  return workspace_ids === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${workspace_ids})`
}

/** Whether the app that the column names is exported; deleted ones are not. */
export function isOfExportedApp(scope: ExportScope, column: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from apps
    where apps.id = ${sql.ref(column)} and apps.deleted_at is null and ${inScope(scope, 'apps.workspace_id')})`
}
