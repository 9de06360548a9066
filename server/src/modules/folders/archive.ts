import { AppKind, Id, Nullable } from '@atrium/contract'
import { FolderScope } from '@atrium/contract/folders'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Collection, collection, type ExportScope } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { ArchiveTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { importFolders } from './import-folders.ts'

const ArchivedFolder = Type.Object({
  id: Id,
  workspace_id: Id,
  scope: FolderScope,
  owner_id: Type.Optional(Nullable(Id)),
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  parent_folder_id: Type.Optional(Nullable(Id)),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  color: Type.Optional(Nullable(Type.String({ maxLength: 32 }))),
  icon: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
  app_type: Type.Optional(Nullable(AppKind)),
  items: Type.Optional(Type.Array(Id)),
  created_date: Type.Optional(ArchiveTime),
})
export type ArchivedFolder = Type.Static<typeof ArchivedFolder>

/** Folders with the apps in them; the apps that are being removed do not go out. */
const folders = collection({
  name: 'folders',
  after: ['users', 'workspaces', 'apps'],
  row: ArchivedFolder,
  key: ({ id }) => [id],
  import: importFolders,
  export: exportFolders,
})

export const folderArchive: readonly Collection[] = [folders]

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
    const { rows } = await sql<{ [Field in keyof ArchivedFolder]: unknown }>`
      with recursive tree as (
        select folders.*, 0 as level from folders
        where workspace_id = ${id} and parent_folder_id is null
        union all
        select folders.*, level + 1 from folders join tree on folders.parent_folder_id = tree.id
      )
      select id, workspace_id, scope, owner_id, name, parent_folder_id, position, color, icon, app_type,
        (select array_agg(app_id order by folder_items.created_date, app_id)
         from folder_items join apps on apps.id = app_id
         where folder_id = tree.id and deleted_at is null) as items,
        created_date
      from tree
      where ${scope.workspace_ids === null} or owner_id is null
        or exists (select from members where user_id = owner_id and members.workspace_id = tree.workspace_id)
      order by level, id`.execute(db)
    yield* rows
  }
}
