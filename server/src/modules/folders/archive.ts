import { sql } from 'kysely'
import { type Collection, collection, type ExportScope } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { archiveOf } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { ArchivedFolder, importFolders } from './import-folders.ts'
import { type FolderRow, folders } from './store.ts'

/** Folders with the apps in them; the apps that are being removed do not go out. */
export const folderArchive: readonly Collection[] = [
  collection({
    ...archiveOf(folders),
    row: ArchivedFolder,
    after: ['users', 'workspaces', 'apps'],
    import: importFolders,
    export: exportFolders,
  }),
]

/** Workspace by workspace, parents before their children: so many that one statement can hold them. */
async function* exportFolders(db: Db, scope: ExportScope) {
  const workspaces = byKey<{ id: string }>(async (after, limit) => {
    const { rows } = await sql<{ id: string }>`
      select distinct workspace_id as id from folders
      where workspace_id > ${after?.id ?? ''}
        and (${scope.workspace_ids}::text[] is null or workspace_id = any(${scope.workspace_ids}))
      order by workspace_id limit ${limit}`.execute(db)
    return rows
  })
  for await (const { id } of workspaces) {
    const { rows } = await sql<FolderRow & { items: string[] | null }>`
      with recursive tree as (
        select folders.*, 0 as level from folders
        where workspace_id = ${id} and parent_folder_id is null
        union all
        select folders.*, level + 1 from folders join tree on folders.parent_folder_id = tree.id
      )
      select ${sql.raw(folders.columns())},
        (select array_agg(app_id order by folder_items.created_date, app_id)
         from folder_items join apps on apps.id = app_id
         where folder_id = tree.id and deleted_at is null) as items
      from tree
      where ${scope.workspace_ids === null} or owner_id is null
        or exists (select from members where user_id = owner_id and members.workspace_id = tree.workspace_id)
      order by level, id`.execute(db)
    yield* rows
  }
}
